"""`seven_kill` – seven kill (七杀): a killer a night, two stars, wall-clock hours, a threshold."""
