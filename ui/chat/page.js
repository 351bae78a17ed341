// What Gradio's page leaves to be done; it is put into the head of the chat's page.
// Gradio calls some parts lists or buttons that hold buttons themselves: to a screen reader these are groups.
// A table may be wider than the talk: who has no mouse scrolls it with the arrow keys, from its own stop.
const EVERGRAPH_MENDED = [['.examples[role="list"], .toast-header[role="button"]', "role", "group"], ["#talk table", "tabindex", "0"]];
const EVERGRAPH_SORTED = 3;              // rows, with the head, above which a table can be sorted
new MutationObserver(() => {
  EVERGRAPH_MENDED.forEach(([parts, name, value]) => document.querySelectorAll(parts).forEach((part) => part.setAttribute(name, value)));
  document.querySelectorAll("#talk table").forEach((table) => {
    if (table.rows.length > EVERGRAPH_SORTED) table.querySelectorAll("th:not([aria-sort])").forEach((head) => {
      Object.entries({"aria-sort": "none", tabindex: "0", title: "Sort by this"}).forEach(([name, value]) => head.setAttribute(name, value));
    });
  });
  document.querySelectorAll("#talk .thought-group > .title").forEach((line) => line.setAttribute("aria-expanded", !!line.nextElementSibling));
}).observe(document, {childList: true, subtree: true});
// An answer may be longer than its place: it is read from its question on, not from its last line, unless one scrolls oneself.
let evergraphAsked = 0, evergraphFollows = false;
new MutationObserver(() => {
  const asked = [...document.querySelectorAll('#talk [data-testid="user"]')], talk = asked.length && asked.at(-1).closest(".bubble-wrap");
  if (asked.length !== evergraphAsked) [evergraphAsked, evergraphFollows] = [asked.length, true];
  if (talk && evergraphFollows) talk.scrollTop += asked.at(-1).getBoundingClientRect().top - talk.getBoundingClientRect().top - 8;
}).observe(document, {childList: true, subtree: true});
["wheel", "touchmove", "keydown", "pointerdown"].forEach((moved) => document.addEventListener(moved, (event) => {
  if (event.target.closest?.("#talk")) evergraphFollows = false;
}, {passive: true}));
// A new conversation's name, of the form that the server gives too; getRandomValues needs no secure context.
function evergraphFresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
document.addEventListener("focusin", (event) => {
  if (event.target.getAttribute("aria-label") === "You are") window.evergraphBefore = event.target.value;
});
// A table is sorted by the column whose head is pressed, the other way round when it is pressed again: figures as figures, all else as words.
function evergraphSort(head) {
  const up = head.getAttribute("aria-sort") !== "ascending", place = head.cellIndex, body = head.closest("table").tBodies[0];
  const said = (row) => row.cells[place]?.textContent.trim() ?? "";
  const figure = (text) => (/^[^\w-]*-?[\d,. ]*\d\s*[^\w]?$/.test(text) ? Number(text.replace(/[^\d.-]/g, "")) : NaN);
  const rows = [...body.rows], figures = rows.every((row) => !said(row) || !Number.isNaN(figure(said(row))));
  const order = (one, other) => (figures ? figure(said(one)) - figure(said(other)) : said(one).localeCompare(said(other), undefined, {numeric: true}));
  rows.sort((one, other) => !said(one) - !said(other) || (up ? order(one, other) : order(other, one)));      // empty cells come last
  [...head.parentElement.cells].forEach((cell) => cell.setAttribute("aria-sort", cell !== head ? "none" : up ? "ascending" : "descending"));
  body.append(...rows);
}
["click", "keydown"].forEach((pressed) => document.addEventListener(pressed, (event) => {
  const head = event.target.closest?.("#talk th[aria-sort]");
  if (!head || (pressed === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  evergraphSort(head);
}));
// Gradio's server ends the stream of a page's events when none is left, and its page takes a stream that is just ending for open: what is sent at
// that moment would be answered into no stream. So an end is not passed on while something that was sent is not done; the next stream is read instead.
const evergraphSent = new Set(), evergraphDone = new Set(), evergraphFetch = window.fetch;
async function evergraphSend(input, init) {
  const request = {};
  evergraphSent.add(request);
  try {
    const answer = await evergraphFetch(input, init), told = answer.ok ? await answer.clone().json() : {};
    if (told.event_id && !evergraphDone.delete(told.event_id)) evergraphSent.add(told.event_id);
    return answer;
  } finally {
    evergraphSent.delete(request);
  }
}
function evergraphStream(input, init, first) {
  const decoder = new TextDecoder(), encoder = new TextEncoder();
  let reader = first.getReader(), rest = "", goesOn = false;
  const isPassedOn = (line) => {
    const told = line.startsWith("data:") ? JSON.parse(line.slice(5)) : {};
    if (told.msg === "process_completed" && !evergraphSent.delete(told.event_id)) evergraphDone.add(told.event_id);
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
