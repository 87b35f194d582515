"""The lesson of Mandala."""

from __future__ import annotations

from typing import Final

from mandala_client.games.lesson import Lesson, LessonStep
from mandala_protocol.sentence import N_

LESSON: Final = Lesson(
    seed=711,
    steps=(
        LessonStep(
            explained=(
                N_("Welcome. You learn Mandala by playing it, move by move. This takes about five minutes."),
                N_(
                    "You collect cards in your cup. At the end, each of them scores points. You get cards from the two "
                    "mandalas on the table."
                ),
                N_(
                    "A mandala has three parts: the mountain in the middle, which belongs to both of you, and a field "
                    "for each player."
                ),
                N_("On your turn you do one of three things. The first one: build a mountain, and draw 3 cards."),
            ),
            task=N_("Put the orange card into the left mountain: {move}."),
            move="A0o",
            keys=(
                N_(
                    "At the table, this move is chosen already, and Enter plays it. You can always type a move instead."
                ),
            ),
        ),
        LessonStep(
            explained=(
                N_("You drew 3 cards. You never hold more than 8."),
                N_("The other player put a purple card into their field of the left mandala."),
                N_(
                    "This is the second thing that you can do: grow your field, with one or more cards of one colour. "
                    "For this you draw nothing."
                ),
                N_("Later, the player with more cards in the field chooses first from the mountain."),
            ),
            task=N_("Put your three yellow cards into your left field: {move}."),
            move="B0y3",
            keys=(
                N_(
                    "The arrow keys choose, too: left and right a colour, up and down its place; + and - how many "
                    "cards. Or click a card, then its place."
                ),
                N_("Try it. Esc clears the choice, an arrow key brings this move back, and Enter plays it."),
            ),
            answers=("B0p1",),
        ),
        LessonStep(
            explained=(
                N_(
                    "The rule of colour: within a mandala, each colour is in one place only. Red is in the left "
                    "mountain, so no red card can go into a field there."
                ),
                N_(
                    "The third thing that you can do: discard cards of one colour, and draw as many. You have three "
                    "red cards, and the left mandala still needs green."
                ),
            ),
            task=N_("Discard the red cards and hope for green: {move}."),
            move="Cr3",
            answers=("B0k1",),
        ),
        LessonStep(
            explained=(
                N_("You drew the green card."),
                N_("A mandala is complete when it has all six colours. Then the cards of its mountain are shared out."),
                N_(
                    "Your left field has 3 cards, and the other player has 2 there. So you choose first. In a tie, the "
                    "player who completes the mandala would choose second."
                ),
            ),
            task=N_("Complete the left mandala with the green card: {move}."),
            move="A0g",
            answers=("A1k",),
        ),
        LessonStep(
            explained=(
                N_("The mandala is complete, and you choose first: all cards of one colour from the mountain."),
                N_(
                    "The first card of a new colour goes to your river, into the next free slot. All others go to your "
                    "cup."
                ),
                N_(
                    "The slot says what each card of this colour in your cup scores: 1 point in the first slot, 2 in "
                    "the second, and so on up to 6."
                ),
            ),
            task=N_("Take the two orange cards: {move}."),
            move="Ko",
        ),
        LessonStep(
            explained=(
                N_("One orange card went to slot 1 of your river, and one to your cup."),
                N_(
                    "At the start, each of you got two secret cards in the cup. Yours are orange and green. The orange "
                    "one scores 1 point now, too."
                ),
                N_("The other player took red. One colour is left."),
            ),
            task=N_("Take the green card, for slot 2: {move}."),
            move="Kg",
            answers=("Kr",),
        ),
    ),
    closing=(
        N_("Well done. Your green card in the cup scores 2 points now, because green is in slot 2."),
        N_(
            "The cards of both fields were discarded, and the mountain has two new cards. So it goes on, with both "
            "mandalas."
        ),
        N_(
            "The game ends when a player has six colours in the river, or soon after the draw pile has run out. The "
            "most points in the cup win."
        ),
    ),
)
