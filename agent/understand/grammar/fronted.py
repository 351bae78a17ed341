"""Questions whose question word stands where its answer would, in the usual order: "Ana belongs to which team" is "which team is Ana in".

Works on words alone: a question without such an order is left as it is, and what it means is for the rules to find.
"""

import re
from collections.abc import Callable

from agent.language import patterns

_SUBJECT = r"(?P<s>(?:(?!\b(?:who|whom|whose|what|which|how|when|where|why|and)\b)[^?;.!:])+?)"
_ASKED = r"(?P<wh>what|which|how many|what number of)"
_BEFORE = r"(?P<b>(?:.*?[,;:–-]\s*|.*?\b(?:me|know)\s+)?)"
_Build = Callable[[re.Match[str]], str]

_ORDERS: tuple[tuple[str, _Build], ...] = (
    # "To whom does Ana report?"
    (rf"{_BEFORE}(?P<p>to|by|for|from|under|at|on|of)\s+(?P<w>whom|who)\s+(?P<r>.+)", lambda m: f"{m['b']}{m['w']} {m['r']} {m['p']}"),
    # "To which department does Ana belong?"
    (rf"{_BEFORE}to\s+(?P<w>which|what)\s+(?P<r>.+)", lambda m: f"{m['b']}{m['w']} {m['r']} to"),
    (rf"{_BEFORE}with\s+(?P<w>whom|who)\s+is\s+(?P<r>.+)", lambda m: f"{m['b']}{m['r']} is with {m['w']}"),
    # "Finance has how many people?", "INV-1 has which due date?"
    (rf"{_SUBJECT}\s+(?:has|have|had|has got|have got)\s+{_ASKED}\s+(?P<n>.+)", lambda m: f"{m['wh']} {m['n']} does {m['s']} have"),
    # "Ben went through how many rounds of interview?"
    (rf"(?P<p>(?:[^,]+,\s+)*){_SUBJECT}\s+(?:went through|had|did|got)\s+how many\s+(?P<n>.+)",
     lambda m: f"how many {m['n']} did {m['s']} have"),
    # "Last month we completed how many interviews?"
    (r"(?P<p>(?:.+?,?\s+)?)(?P<s>we|i)\s+(?P<v>(?:have\s+)?\w+)\s+how many\s+(?P<n>.+)",
     lambda m: f"how many {m['n']} {m['s']} {m['v']} {m['p'].rstrip(' ,')}"),
    # "Ana belongs to which team?", "Ana works in what department?"
    (rf"{_SUBJECT}\s+(?:belongs? to|works? in|sits? in|is in|is part of|is on)\s+(?P<wh>what|which)\s+(?P<n>.+)",
     lambda m: f"{m['wh']} {m['n']} is {m['s']} in"),
    # "Ana reports to which manager?"
    (rf"{_SUBJECT}\s+reports?\s+to\s+(?:what|which)\s+\w+", lambda m: f"who does {m['s']} report to"),
    # "my number of direct reports"
    (r"(?P<b>(?:.*\b(?:is|what's|,)\s+)?)(?P<o>my|our|\S+(?:\s\S+)?['’]s)\s+(?:number|count)\s+of\s+(?P<n>.+)",
     lambda m: f"number of {m['o']} {m['n']}"),
    # "From my people, who works in Lisbon?"
    (r"(?:from|among|out of)\s+(?P<n>(?:the|my|our|all)\b[^,]+,\s*(?:who|which)\b.+)", lambda m: f"of {m['n']}"),
    # "Ben works as what?", "What is Ben working as here?"
    (rf"{_SUBJECT}\s+(?:works|is working|is employed)\s+(?:here\s+)?as\s+what", lambda m: f"what does {m['s']} work as"),
    (r"(?:as what|what)\s+is\s+(?P<s>.+?)\s+working\s+(?:here\s+)?as(?:\s+here)?", lambda m: f"what does {m['s']} work as"),
    (rf"{_SUBJECT}\s+(?:works|is working|is employed)\s+(?:here\s+)?(?:under|in|with)\s+(?P<wh>what|which)\s+"
     r"(?P<n>(?:job\s+)?(?:title|role|position|function))(?:\s+here)?",
     lambda m: f"{m['wh']} {m['n']} does {m['s']} have"),
    # "Ana is working on what number of open deals?", "Ana is employed by which company?"
    (rf"{_SUBJECT}\s+(?:is|are)\s+working\s+on\s+(?:how many|what number of)\s+(?P<n>.+)", lambda m: f"how many {m['n']} does {m['s']} have"),
    (rf"{_SUBJECT}\s+(?:is\s+employed\s+by|works\s+for)\s+which\s+(?:one\s+of\s+our\s+)?(?:accounts?|compan(?:y|ies)|firms?|customers?)",
     lambda m: f"which company does {m['s']} work for"),
    # "When did I last have a meeting with Acme?"
    (r"(?P<b>.*?)(?P<wh>when|on (?:which|what) (?:day|date)|(?:which|what) (?:day|date))\s+did\s+(?P<s>i|we)\s+last\s+have\s+"
     r"(?:an?|any|the)\s+(?P<n>.+)",
     lambda m: f"{m['b']}{m['wh']} was {'my' if m['s'].lower() == 'i' else 'our'} last {m['n']}"),
    # "My last call with Acme was how many days ago?"
    (rf"{_SUBJECT}\s+(?:was|is)\s+how many\s+(?P<u>\w+)\s+ago", lambda m: f"how many {m['u']} is it since {m['s']}"),
    # "Ben's next interview takes place when?"
    (rf"{_SUBJECT}\s+(?:takes|took|is taking)\s+place\s+(?P<wh>when|where)", lambda m: f"{m['wh']} is {m['s']}"),
    # "How often did we have calls with Acme?"
    (r"(?P<b>.*?)how often\s+(?P<a>did|do|have|has)\s+(?P<s>.+?)\s+(?:have|had)\s+(?P<n>.+)",
     lambda m: f"{m['b']}how many {m['n']} {m['a']} {m['s']} have"),
)
_PATTERNS = tuple((patterns.compiled(pattern, patterns.IGNORECASE | patterns.DOTALL), build) for pattern, build in _ORDERS)
_SAME = (
    (patterns.compiled(r"\bwhat number of\b", patterns.IGNORECASE), "how many"),
    (patterns.compiled(       # "leads where the source is …"
        r",?\s+where (?:the|their|its) ((?:\w+\s)?\w+) (is|are)\b", patterns.IGNORECASE), r" whose \1 \2"),
    (patterns.compiled(r"\bwhat does (.+? balance) (?:say|show)\b(?=[\s,?.]*(?:in \w+)?[\s?.!]*$)", patterns.IGNORECASE), r"what is \1"),
    (patterns.compiled(r"\bwhere does ((?:that|this|the) \w+|\S+) stand\b", patterns.IGNORECASE), r"what is the status of \1"),
    (patterns.compiled(r"(?<=\w)-based\b", patterns.IGNORECASE), ""),      # "Lisbon-based people"
)
_END = re.compile(r"[\s?.!]*$")


def straightened(question: str) -> str:
    """The question in the usual order and words."""
    for pattern, meant in _SAME:
        question = pattern.sub(meant, question)
    end = _END.search(question)
    assert end is not None              # it matches the empty end
    said = question[: end.start()]
    for pattern, build in _PATTERNS:
        found = pattern.fullmatch(said.strip())
        if found is not None:
            return build(found) + end.group()
    return question
