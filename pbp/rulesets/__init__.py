"""One module a rule set, in the order and with the numbers of its clause page in docs/rules/."""
