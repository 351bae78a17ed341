"""The model behind the same plan: a language model proposes how the words of a question go together, and code decides what they mean.

`planner` talks with the model; `reading` makes a goal of a proposal, or says what is wrong with it; `judge` has it looked at by a second pair
of eyes. Nothing that a model says is believed: every element of a goal is one that the lattice of the question has for some of its words; which,
the program finds itself, what the plan quotes being where it looks first (`choices`, `sentence`, `quotes`, `things`, `relations`, `figures`). The
words hang together in the goal as they do in the question (`structure`), and the books of `agent/coverage.py` balance. What the goal does not hold
of the question must be able to say nothing in it (`leftovers`, `harmless`); of other words that nobody knows the person is asked.
"""
