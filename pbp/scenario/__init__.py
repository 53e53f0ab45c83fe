"""Scenario files: read, check, play through the product, judge."""
