// What is sent to the server, besides the page itself: it may not arrive, and what it brings comes by a stream of events that ends now and then.
let evergraphWritten = "";              // what was typed last and is not sent
const evergraphSending = [];            // typed questions of which the server has told nothing yet: each stays in the draft until it has
let evergraphHeard = 0;                 // how often Gradio heard that one is to be asked
function evergraphSaid(text, session) {
  const runs = evergraphRuns;
  evergraphHeard += 1;
  evergraphAt(session, true);
  evergraphSending.push({text});
  [evergraphWritten, evergraphRuns, evergraphKeptBack] = ["", runs, false];
  evergraphTellUnsent();
  if (document.activeElement === evergraphPart("#eg-ask")) evergraphBox().focus();
  requestAnimationFrame(evergraphTyped);
}
// Gradio does not hear a click on a part that it draws anew at that moment: what is still typed a little later is asked by another one. Not what was
// heard and given back by then: that waits for the person.
document.addEventListener("click", (event) => {
  const text = evergraphBox()?.value, heard = evergraphHeard;
  if (!event.target.closest?.("#eg-ask") || !text?.trim()) return;
  evergraphUnlessHeard(() => evergraphHeard !== heard || evergraphBox().value !== text, () => evergraphPart("#eg-ask").click());
}, {capture: true});
const evergraphUnsent = () => [...evergraphSending.map(({text}) => text), evergraphWritten].filter(Boolean).join("\n");
function evergraphTaken(typed) {        // of the draft no more; what another page of this person keeps there stays
  const isOurs = evergraphKept(evergraphDraft()) === evergraphUnsent();
  evergraphSending.splice(evergraphSending.indexOf(typed), 1);
  if (isOurs) evergraphKeep(evergraphDraft(), evergraphUnsent());
}
function evergraphGiveBack(typed) {     // before what was typed since
  evergraphSending.splice(evergraphSending.indexOf(typed), 1);
  evergraphAt(evergraphSession, evergraphRuns);
  evergraphWrite([typed.text, evergraphBox().value].filter(Boolean).join("\n"));
}
function evergraphTold(typed, {msg, success, output}) {       // the first that the server tells of it, by the event of that question alone
  const isRefused = output?.data?.[1] === typed.text;         // what was not taken, as the handlers give it (ui/chat/handlers.py)
  isRefused || (msg === "process_completed" && !success) ? evergraphGiveBack(typed) : evergraphTaken(typed);
}
function evergraphGiven(back, box) {    // words that were not taken; gives what the box becomes
  if (back) evergraphAt(evergraphSession, evergraphRuns);
  requestAnimationFrame(evergraphTyped);
  return [back && !box ? back : {__type__: "update"}];
}
// A question that did not arrive goes back to where it was typed, before what was typed since; whatever else was done waits. Both go on by one button.
let evergraphKeptBack = false, evergraphWhy = "";
const evergraphHeldBack = new Set();    // how each of them goes on
function evergraphTellUnsent() {
  const bar = evergraphPart("#eg-unsent"), isEmpty = !evergraphHeldBack.size && !(evergraphKeptBack && evergraphBox().value.trim());
  if (!bar || (bar.hidden && isEmpty)) return;
  const isAway = !navigator.onLine;
  bar.querySelector("span").textContent = isEmpty ? "" : isAway ? evergraphSay("You are offline. Nothing is lost.") : evergraphWhy;
  bar.querySelector("button").hidden = isAway;
  bar.hidden = isEmpty;
}
function evergraphNotSent(typed, why) { // gives whether it is to be sent again
  evergraphWhy = why ?? evergraphSay("Evergraph cannot be reached. Nothing is lost.");
  const goesOn = typed ? Promise.resolve(false) : new Promise((goes) => { evergraphHeldBack.add(goes); });
  if (typed) {
    evergraphKeptBack = true;
    evergraphGiveBack(typed);
  }
  evergraphTellUnsent();
  return goesOn;
}
function evergraphGoOn() {
  const held = [...evergraphHeldBack];
  evergraphHeldBack.clear();
  evergraphTellUnsent();
  held.forEach((goes) => goes(true));
}
function evergraphRetry() {
  const isTyped = evergraphKeptBack;
  evergraphKeptBack = false;
  evergraphGoOn();
  evergraphBox().focus();
  if (isTyped) evergraphPart("#eg-ask").click();
}
window.addEventListener("offline", evergraphTellUnsent);
window.addEventListener("online", () => {
  evergraphWhy = evergraphSay("You are online again. Nothing is lost.");
  evergraphGoOn();
});
// Gradio's server ends the stream of a page's events when none is left, and its page takes a stream that is just ending for open: what is sent at
// that moment would be answered into no stream. So an end is not passed on while something that was sent is not done; the next stream is read instead.
const evergraphSent = new Set(), evergraphDone = new Map(), evergraphFetch = window.fetch;
async function evergraphTry(input, init) {          // its answer, or why there is none, where that is in words of ours
  try {
    const answer = await evergraphFetch(input, init), told = await answer.clone().json();
    if (answer.ok) return {answer, event: told.event_id};
    return {why: answer.headers.get("content-type")?.startsWith("application/problem+json") ? told.detail : undefined};
  } catch {
    return {};
  }
}
let evergraphDeeds = 0;                 // what a person does is numbered: one that arrives late, from a conversation that was left, is not drawn
async function evergraphSend(input, asked) {
  const request = {}, headers = new Headers(asked.headers), said = JSON.parse(asked.body).data?.[0];
  const typed = evergraphSending.find((each) => !each.isSent && each.text === said);
  if (typed) typed.isSent = true;
  headers.set("X-Evergraph-Deed", evergraphDeeds += 1);
  const init = {...asked, headers};
  for (let goesOn = true; goesOn;) {
    evergraphSent.add(request);
    const {answer, event, why} = await evergraphTry(input, init);
    if (event && !evergraphDone.has(event)) evergraphSent.add(event);
    if (event && typed) typed.event = event;
    if (typed && evergraphDone.has(event)) evergraphTold(typed, evergraphDone.get(event));
    evergraphDone.delete(event);
    evergraphSent.delete(request);
    if (answer) return answer;
    goesOn = await evergraphNotSent(typed, why);
  }
  return Response.json({detail: []}, {status: 422});        // with no fault told, Gradio takes it for not done, and says nothing itself
}
const EVERGRAPH_TELLING = ["process_generating", "process_completed"];
function evergraphStream(input, init, first) {
  const decoder = new TextDecoder(), encoder = new TextEncoder();
  let reader = first.getReader(), rest = "", goesOn = false;
  const isPassedOn = (line) => {
    const told = line.startsWith("data:") ? JSON.parse(line.slice(5)) : {};
    const typed = EVERGRAPH_TELLING.includes(told.msg) && evergraphSending.find(({event}) => event === told.event_id);
    if (typed) evergraphTold(typed, told);
    if (told.msg === "process_completed" && !evergraphSent.delete(told.event_id)) evergraphDone.set(told.event_id, told);
    goesOn = told.msg === "close_stream" && evergraphSent.size > 0;
    return !goesOn;
  };
  return new ReadableStream({
    async pull(controller) {
      for (let passed = []; !passed.length;) {
        const {done, value} = await reader.read();
        if (done && !goesOn) return controller.close();
        if (done) [reader, rest, goesOn] = [(await evergraphFetch(input, init)).body.getReader(), "", false];
        const lines = (rest + decoder.decode(value, {stream: true})).split("\n\n");
        rest = lines.pop();
        passed = lines.filter(isPassedOn);
        passed.forEach((line) => controller.enqueue(encoder.encode(`${line}\n\n`)));
      }
    },
    cancel: (why) => reader.cancel(why),
  });
}
window.fetch = async (input, init) => {
  const address = String(input.url ?? input);
  if (address.includes("/gradio_api/queue/join")) return evergraphSend(input, init);
  const answer = await evergraphFetch(input, init);
  return answer.ok && address.includes("/gradio_api/queue/data") ? new Response(evergraphStream(input, init, answer.body), answer) : answer;
};
