"""How a question is understood: a model's plan, held against the question; what either of them settles is a goal of `agent/plan/algebra.py`."""
