"""The rules of Mandala and the player aid, to be read in the program: their texts, and how they are shown."""
