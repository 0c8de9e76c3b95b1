"""The games on a terminal: a plain console, a Textual table, and what both share."""
