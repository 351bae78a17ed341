"""The policy over live facts: who stands where, which records may be used, named or offered, and the gate for all text on its way out."""
