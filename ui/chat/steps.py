"""What the chat's page does by itself, in its own language: at once, so that nothing that a person does next can come before it.

Gradio calls each with the values of its inputs and takes a list of outputs; one that throws ends there, and what was to come after it
does not. `evergraphFresh` is in `ui/chat/page.js`.
"""

from memory.attachments import ENDINGS, LARGEST

# A drawing of the conversation that is open, unless it was overtaken; a page on which none is open yet opens its conversation.
SHOW = """(drawn, session, known) => {
  const same = {__type__: "update"};
  const isOpen = drawn && (!session || drawn.session === session);
  if (!isOpen || drawn.number <= (window.evergraphShown || 0)) return [same, same, same];
  window.evergraphShown = drawn.number;
  return [drawn.session, drawn.talk, !session && known.split(" ").includes(drawn.session) ? drawn.session : same];
}"""
FRESH = "() => [evergraphFresh(), null, []]"
SAY = """(text, session) => {
  if (!text.trim()) throw new Error("nothing said");
  return [text, "", session || evergraphFresh()];
}"""
GIVE_BACK = "(unsent, box) => [unsent && !box ? unsent : {__type__: 'update'}]"
MARK = "(known, session) => [known.split(' ').includes(session) ? session : null]"
OPEN = """(session, open) => {
  if (!session || session === open) throw new Error("nothing chosen");        // Gradio calls it an input, too, when one only tabs through
  const metadata = {title: "Opening this conversation", status: "pending"};
  return [session, [{role: "assistant", content: [{type: "text", text: ""}], metadata, options: null}]];
}"""
LEAVE = """(session) => {
  if (!window.confirm("Delete this conversation for good?")) throw new Error("kept");
  return [session, evergraphFresh(), null, []];
}"""
PICK = """async (email) => {
  if (!email || email === window.evergraphBefore) return;       // Gradio calls it an input, too, when one only tabs through
  await fetch("/api/person", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({email})});
  window.location.assign("/");
}"""
READ_FILE = """(name, text, session) => new Promise((done, stopped) => {
  const picker = Object.assign(document.createElement("input"), {type: "file", accept: "ENDINGS"});
  picker.addEventListener("cancel", () => stopped(new Error("nothing chosen")));
  picker.addEventListener("change", async () => {       // more than anybody may attach is refused by its length, so it is not read whole
    const file = picker.files[0];
    done([file.name, await file.slice(0, 4 * LARGEST).text(), session]);
  });
  picker.click();
})""".replace("ENDINGS", ",".join(ENDINGS)).replace("LARGEST", str(LARGEST))
SHARED_QUESTIONS = """() => {
  const found = window.location.hash.match(/^#ask=(.*)$/);
  if (found) history.replaceState(null, "", window.location.pathname);
  try { return [found ? decodeURIComponent(found[1]) : ""]; } catch { return [""]; }
}"""
WHOLE_LINK = "(link) => link && link.startsWith('/#') ? window.location.origin + link : link"
