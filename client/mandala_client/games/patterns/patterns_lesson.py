"""The lesson of Patterns."""

from __future__ import annotations

from typing import Final

from mandala_client.games.lesson import Lesson, LessonStep
from mandala_protocol.sentence import N_

LESSON: Final = Lesson(
    seed=163,
    steps=(
        LessonStep(
            explained=(
                N_("Welcome. You learn Patterns by playing it, move by move. This takes about five minutes."),
                N_(
                    "You turn tiles on one board. Each of you builds groups of turned tiles that are next to each "
                    "other, at most one group of each colour."
                ),
                N_(
                    "In front of each of you is a bowl with one tile. Yours is black. On your turn you do one of three "
                    "things. The first one: open a group in the colour of the tile in your bowl."
                ),
                N_("Choose a field with many tiles of your colour around it. Diagonal is not next to."),
            ),
            task=N_("Open your black group on field 14, beside more black tiles: {move}."),
            move="O14",
            keys=(
                N_(
                    "At the table, this move is chosen already, and Enter plays it. You can always type a move instead."
                ),
            ),
            answers=("So",),
        ),
        LessonStep(
            explained=(
                N_(
                    "Your tile is on field 14 now, with its back up. The tile that was there came into your bowl. It "
                    "is black, too."
                ),
                N_("Your lowest marker, the 1, is on the group. Each tile after the first one scores 1 point there."),
                N_("The second thing that you can do: flip a tile next to your group of its colour."),
            ),
            task=N_("Flip the black tile on field 15: {move}."),
            move="F15",
            keys=(
                N_("The arrow keys choose a field, too, and Tab another move on it. Or click a field."),
                N_("Try it. Esc clears the choice, an arrow key brings this move back, and Enter plays it."),
            ),
            answers=("O36",),
        ),
        LessonStep(
            explained=(
                N_("That is 1 point."),
                N_(
                    "The third thing that you can do: swap. The tile in your bowl goes to a field next to your group "
                    "of its colour, and you take the tile from there."
                ),
                N_(
                    "So your group grows, and you choose the next colour of your bowl. Field 11 is between two red "
                    "tiles, so red is good for your next group."
                ),
            ),
            task=N_("Swap your black tile for the red one on field 8: {move}."),
            move="X8",
            answers=("O29",),
        ),
        LessonStep(
            explained=(
                N_("Your black group has three tiles and scores 2 points. The tile in your bowl is red."),
                N_(
                    "The second group that you open gets the marker 2, the third one the marker 3. A late group "
                    "scores more for each tile, but there are fewer tiles left."
                ),
                N_(
                    "The other player has a red group on field 29. Groups of the same colour never touch, so you open "
                    "yours far away."
                ),
            ),
            task=N_("Open your red group on field 11, between the red tiles: {move}."),
            move="O11",
            answers=("O40",),
        ),
        LessonStep(
            explained=(
                N_("A red tile is on either side of field 11. Each of them scores 2 points for you."),
                N_(
                    "A tile next to the other player's group of its colour is closed to you. So flip your best tiles "
                    "early."
                ),
            ),
            task=N_("Flip the red tile on field 12: type {move}."),
            move="F12",
            answers=("O44",),
        ),
    ),
    closing=(
        N_("Well done. You have 4 points: 2 for black, and 2 for red."),
        N_(
            "The game ends when the player to move can do nothing. Then the other player flips all tiles that can "
            "still be flipped."
        ),
        N_("Each group scores its number of tiles, less one, times its marker. The player with more points wins."),
    ),
    answers=("O1",),
)
