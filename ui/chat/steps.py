"""What the chat's page does by itself, in its own language: at once, so that nothing that a person does next can come before it.

Gradio calls each with the values of its inputs and takes a list of outputs; one that throws ends there, and what was to come after it
does not, with a notice that something is wrong: so what a person may leave undone, such as a dialog that is dismissed, is not begun here but in
`ui/chat/page.js`. From there and from `ui/chat/sending.js` are the functions that are called, and `evergraphTake`: it gives what was chosen for a
deed, once, and throws for one that was heard twice.
"""

# A drawing of the conversation that is open, unless it was overtaken; a page on which none is open yet opens its conversation. Which one is open
# the page knows at once (`evergraphAt`), Gradio's `session` a moment later.
SHOW = """(drawn) => {
  const same = {__type__: "update"};
  const isOpen = drawn && (!evergraphSession || drawn.session === evergraphSession);
  if (!isOpen || drawn.number <= (window.evergraphShown || 0)) return [same, same];
  window.evergraphShown = drawn.number;
  if (!drawn.talk.length && evergraphAddressed() === drawn.session) evergraphUnknown();
  evergraphAt(drawn.session, drawn.running, !drawn.talk.length);
  evergraphDrawn = drawn.session;
  evergraphExpects(drawn.talk);
  return [drawn.session, drawn.talk];
}"""
FRESH = "() => { evergraphTake('leave'); const session = evergraphFresh(); evergraphAt(session, false, true); return [session, []]; }"
SAY = """(text) => {
  if (!text.trim()) text = evergraphWritten;        // what Gradio draws at that moment may take it out of its copy
  if (!text.trim()) throw new Error("nothing said");
  const said = evergraphSession || evergraphFresh();
  evergraphSaid(text, said);
  return [text, "", said];
}"""
GIVE_BACK = "(unsent, box) => evergraphGiven(unsent, box)"
OPEN = """() => {
  const [session] = evergraphTake('open', 'session');
  evergraphAt(session, false);
  evergraphDrawn = "";
  const metadata = {title: evergraphSay("Opening this conversation"), status: "pending"};
  return [session, [{role: "assistant", content: [{type: "text", text: ""}], metadata, options: null}]];
}"""
CHOSEN = "() => evergraphTake('{0}', 'session', 'text')"         # a conversation for a deed, and words about it
FORGET = "() => evergraphTake('forget', 'session')"
FORGOTTEN = "() => { evergraphForgotten(); }"
WORDS = "() => evergraphTake('find', 'text')"
FOUND = "() => { evergraphFound(); }"
LISTED = "() => { if (evergraphPart('#eg-find').value) evergraphFind(); }"            # the list took the place of what was found
FILE = "(name, text, session) => [...evergraphTake('attach', 'name', 'text'), session]"
ABOUT = "(session) => [session, ...evergraphTake('comment', 'turn', 'text')]"
CHOICE = "(session) => [session, ...evergraphTake('choose', 'value')]"
AGAIN = "(session) => [session, ...evergraphTake('again', 'turn', 'said')]"
RATED = "(session) => [session, ...evergraphTake('rate', 'turn', 'rating')]"
OF_TURN = "(session) => [session, ...evergraphTake('{0}', 'turn')]"       # a deed of one turn; without one, of the conversation
OPENED_WITH = """() => {
  const found = window.location.hash.match(/^#ask=(.*)$/), wanted = evergraphAddressed();
  if (found) history.replaceState(null, "", window.location.pathname);
  try { return [found ? decodeURIComponent(found[1]) : "", wanted]; } catch { return ["", wanted]; }
}"""
OFFER_LINK = "(link) => { evergraphLink(link); }"
# What is done with a conversation, or an answer, that was chosen: each is an event of the page, by its name. `share` is one of Gradio's own.
DOES = """const does = ['open', 'find', 'rename', 'pin', 'move', 'leave', 'forget', 'comment', 'uncomment', 'offer', 'hand', 'attach', 'version',
              'choose', 'again', 'rate'];
evergraphDoes = (what) => does.includes(what) && trigger(what);"""
