"""Under which mentions of `run.choices` it is kept how a message was read, and what the person said of that."""

PLAN = "plan"                           # the plan that a message was read as, as JSON
MEANT = "is it meant so"                # the person's word on a plan that the checks doubt: yes, no
WHICH = "which reading"                 # the reading that was chosen of two that a plan leaves open, in words
LEARNED = "learned reading"             # the id of the learned reading by which a message was read
NOT_SO = "not so: "                     # before that id: the person does not mean it so
