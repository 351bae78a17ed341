"""The model behind the same plan: a language model proposes how the words of a question go together, and code decides what they mean.

`planner` talks with the model; `reading` makes a goal of a proposal, or says what is wrong with it; `judge` has it looked at by a second pair
of eyes. Nothing that a model says is believed: every element of a goal is one that the lattice of the question has for the words quoted for it
(`quotes`, `things`, `relations`, `figures`), the words hang together in the goal as they do in the question (`structure`), and the books of
`agent/coverage.py` balance. Words that nobody knows are never answered on a model's word: the person is asked.
"""
