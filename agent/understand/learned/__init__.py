"""Learned readings: plans that a person confirmed or an operator wrote, used again for the same words with other names, times and numbers."""
