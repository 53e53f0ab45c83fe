"""The edge: mail comes in, mail goes out, the clock is asked."""
