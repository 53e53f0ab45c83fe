"""From a person's words to readings: the words of the mail commands, names, and the reader."""
