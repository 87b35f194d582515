"""The terminal as such: rows of styled text, what it can show, and the application that puts them there."""
