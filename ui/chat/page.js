// What Gradio's page leaves to be done; it is put into the head of the chat's page.
// Words of the page in the reader's language, by the English ones (`/words.js`). Fixed parts are put into it before they are seen.
const evergraphSay = (english, values = {}) => (window.evergraphWords?.[english] ?? english).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
const EVERGRAPH_FIXED = "#eg-around, #eg-head, #eg-new, #eg-search, #eg-top, #eg-composer", EVERGRAPH_SAYING = ["aria-label", "title", "placeholder"];
function evergraphTranslate() {
  if (!Object.keys(window.evergraphWords ?? {}).length) return;
  document.documentElement.lang = window.evergraphLanguage;
  document.querySelectorAll(EVERGRAPH_FIXED).forEach((part) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT, (text) => text.parentElement.closest(".eg-title, textarea, #eg-known") ? 2 : 1);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const said = window.evergraphWords[text.data.trim()];
      if (said && said !== text.data.trim()) text.data = text.data.replace(text.data.trim(), () => said);
    }
    [part, ...part.querySelectorAll("*")].forEach((each) => EVERGRAPH_SAYING.forEach((name) => {
      const said = window.evergraphWords[each.getAttribute(name)];
      if (said && said !== each.getAttribute(name)) each.setAttribute(name, said);
    }));
  });
}
new MutationObserver(evergraphTranslate).observe(document, {childList: true, subtree: true});
// What Gradio says by itself is said in words of ours.
const EVERGRAPH_ANEW = {
  Error: () => evergraphSay("That did not work"), Warning: () => evergraphSay("Please note"), Info: () => evergraphSay("Done"),
  "Connection Lost": () => evergraphSay("Not connected"),
  "Connection to the server was lost. Attempting reconnection...": () => evergraphSay("Evergraph cannot be reached. This page goes on by itself once it can."),
};
new MutationObserver(() => document.querySelectorAll(".toast-title, .toast-text").forEach((part) => {
  const said = EVERGRAPH_ANEW[part.textContent.trim()];
  if (said) part.textContent = said();
})).observe(document, {childList: true, subtree: true});
document.addEventListener("change", (event) => {
  if (!event.target.matches?.(".eg-language")) return;
  document.cookie = `evergraph_language=${event.target.value}; path=/; max-age=31536000; SameSite=Lax`;
  window.location.reload();
});
// Gradio calls some parts lists or buttons that hold buttons themselves: to a screen reader these are groups. What a notice says is not folded away.
const EVERGRAPH_MENDED = [['.examples[role="list"], .toast-header[role="button"]', "role", "group"], ['.toast-header[tabindex="0"]', "tabindex", "-1"]];
function evergraphFit() {               // the head of a table that fits stays in sight; a wider one scrolls by itself
  document.querySelectorAll("#talk .eg-card .wide").forEach((wide) => {
    const fits = wide.firstElementChild.offsetWidth <= wide.clientWidth;
    if (wide.clientWidth && fits !== wide.classList.contains("eg-fits")) wide.classList.toggle("eg-fits", fits);
    evergraphCut(wide);
  });
}
function evergraphCut(wide) {           // where more comes to the right, the table fades
  const isCut = wide.scrollLeft + wide.clientWidth < wide.scrollWidth - 1 && !wide.classList.contains("eg-fits");
  if (isCut !== wide.hasAttribute("data-cut")) wide.toggleAttribute("data-cut", isCut);
}
window.addEventListener("resize", evergraphFit);
document.addEventListener("scroll", ({target}) => { if (target.matches?.("#talk .eg-card .wide")) evergraphCut(target); }, {capture: true, passive: true});
const EVERGRAPH_SORTED = 3;              // rows, with the head, above which a table can be sorted
new MutationObserver(() => {
  EVERGRAPH_MENDED.forEach(([parts, name, value]) => document.querySelectorAll(parts).forEach((part) => part.setAttribute(name, value)));
  document.querySelectorAll("#talk table").forEach((table) => {
    if (table.rows.length > EVERGRAPH_SORTED) table.querySelectorAll("th:not([aria-sort])").forEach((head) => {
      Object.entries({"aria-sort": "none", tabindex: "0", title: evergraphSay("Sort by this")}).forEach(([name, value]) => head.setAttribute(name, value));
    });
  });
  evergraphFit();
  document.querySelectorAll("#talk .md table:not([tabindex])").forEach((table) => {      // what scrolls by itself is reached by keyboard
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  });
  document.querySelectorAll("#talk .thought-group > .title").forEach((line) => line.setAttribute("aria-expanded", !!line.nextElementSibling));
}).observe(document, {childList: true, subtree: true});
// An answer may be longer than its place: it is read from its question on, not from its last line, unless one scrolls oneself. Below a question that
// was just asked there is room for it to stand on top, so that nothing that is drawn below it, or taken away, moves it.
let evergraphAsked = {session: "", count: 0}, evergraphFollows = false, evergraphPlace = {top: 0, height: 0};
// Where the page itself went, or the browser when what is drawn came to have another height, is no place that a person chose.
const evergraphIsElsewhere = (talk) => talk.scrollHeight === evergraphPlace.height && Math.abs(talk.scrollTop - evergraphPlace.top) > 1;
function evergraphCounted(count) {      // whether questions came or went; those of another conversation need no room
  const {session, count: before} = evergraphAsked, isOther = session !== evergraphSession || count > before + 1;
  if (count === before && !isOther) return false;
  [evergraphAsked, evergraphFollows] = [{session: evergraphSession, count}, !evergraphSwitched];
  const wrap = evergraphPart("#talk .message-wrap");
  if (isOther && wrap) wrap.style.minHeight = "";
  wrap?.toggleAttribute("data-asked", !isOther && !evergraphSwitched);
  return true;
}
function evergraphOnTop(talk, question) {
  const wrap = question.closest(".message-wrap"), above = question.getBoundingClientRect().top - talk.getBoundingClientRect().top;
  const missing = above - (talk.scrollHeight - talk.clientHeight - talk.scrollTop);
  if (wrap.hasAttribute("data-asked")) wrap.style.minHeight = `${Math.ceil(wrap.offsetHeight + missing)}px`;
  talk.scrollTop += above;
  evergraphPlace = {top: talk.scrollTop, height: talk.scrollHeight};
}
new MutationObserver((changes) => {
  const asked = [...document.querySelectorAll("#talk .user-row")], talk = asked.length && asked.at(-1).closest(".bubble-wrap");
  const isMore = evergraphCounted(asked.length), isDrawn = isMore || changes.some(({target}) => talk && talk.contains(target));       // Gradio's button for who scrolled is not
  if (!isMore && talk && evergraphIsElsewhere(talk)) evergraphFollows = false;
  if (talk && evergraphFollows && isDrawn) evergraphOnTop(talk, asked.at(-1));
}).observe(document, {childList: true, subtree: true});
// Gradio draws messages before what stands in them, which then pushes all else away: a conversation that is opened with the page is shown once it is whole.
const EVERGRAPH_WHOLE = 3_000;           // milliseconds after which it is shown in any case
let evergraphParts = null;               // how many parts of it are ours: tables, rows of tools
function evergraphExpects(talk) {
  if (evergraphParts === null) setTimeout(() => evergraphRoot.toggleAttribute("data-whole", true), EVERGRAPH_WHOLE);
  evergraphParts = talk.flatMap(({content}) => content).filter((part) => part.component || part.type === "component").length;
  evergraphShowWhole();
}
function evergraphShowWhole() {
  if (evergraphParts === null || evergraphRoot.hasAttribute("data-whole")) return;
  const said = [...document.querySelectorAll("#talk .message [data-testid]")], ours = said.filter((part) => part.querySelector('[class^="eg-"]'));
  const isWhole = ours.length >= evergraphParts && said.every((part) => part.textContent.trim() || ours.includes(part));
  if (isWhole && (said.length || document.querySelector("#talk .placeholder-content"))) evergraphRoot.toggleAttribute("data-whole", true);
}
// A greeting is read from its first word on, too; it comes in parts, of which Gradio shows the last.
let evergraphGreeting = "";
new MutationObserver(() => {
  const greeting = document.querySelector("#talk .placeholder-content"), told = greeting?.textContent ?? "";
  if (told !== evergraphGreeting && greeting) requestAnimationFrame(() => { greeting.closest(".bubble-wrap")?.scrollTo(0, 0); });
  evergraphGreeting = told;
}).observe(document, {childList: true, subtree: true, characterData: true});
document.addEventListener("scroll", ({target}) => {     // by find in page, or a screen reader: not to where the page itself went
  if (target.matches?.("#talk .bubble-wrap") && evergraphIsElsewhere(target)) evergraphFollows = false;
}, {capture: true, passive: true});
["wheel", "touchmove", "keydown", "pointerdown", "focusin"].forEach((moved) => document.addEventListener(moved, (event) => {
  if (event.target.closest?.("#talk")) evergraphFollows = false;
}, {passive: true}));
// An edit is sent by Enter and given up by Escape, as one writes below; then the keyboard is where one writes on, or at the button that began it.
document.addEventListener("keydown", (event) => {
  const deed = !event.isComposing && !event.shiftKey && {Enter: "Submit", Escape: "Cancel"}[event.key], row = deed && event.target.closest?.("#talk .user-row");
  if (!row || !event.target.matches("textarea")) return;
  event.preventDefault();
  event.stopPropagation();
  row.nextElementSibling?.querySelector(`button[aria-label="${deed}"]`)?.click();
}, {capture: true});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.('#talk .message-buttons-right button:is([aria-label="Cancel"], [aria-label="Submit"])');
  const row = button?.closest(".message-buttons-right").previousElementSibling;
  if (!row) return;
  const place = [...document.querySelectorAll("#talk .user-row")].indexOf(row), isSent = button.matches('[aria-label="Submit"]');
  const began = () => document.querySelectorAll("#talk .user-row")[place]?.nextElementSibling?.querySelector('button[aria-label="Edit"]');
  setTimeout(() => (isSent ? evergraphBox() : began())?.focus());
}, {capture: true});
// Gradio's way to the end is there only while the end is out of sight: the room below a question is nothing to go to.
function evergraphEnd() {
  const talk = evergraphPart("#talk .bubble-wrap"), last = [...document.querySelectorAll("#talk .message-row")].at(-1);
  if (talk && last) talk.parentElement.toggleAttribute("data-end", last.getBoundingClientRect().bottom <= talk.getBoundingClientRect().bottom + 1);
}
document.addEventListener("scroll", evergraphEnd, {capture: true, passive: true});
new MutationObserver(evergraphEnd).observe(document, {childList: true, subtree: true});
// A new conversation's name, of the form that the server gives too; getRandomValues needs no secure context.
function evergraphFresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
// Which conversation is open, and whether something is under way in it that can be stopped; the first is marked among the others.
const EVERGRAPH_MOMENT = 2;             // seconds
let evergraphDoes = () => undefined, evergraphSession = "", evergraphDrawn = "", evergraphRuns = false;      // drawn: none while one is being opened
const evergraphPart = (name) => document.querySelector(name);
const evergraphBox = () => evergraphPart("#eg-box textarea");
// A conversation in which something was said has an address: it can be bookmarked, and the browser's ways back and on lead through those that were open.
const evergraphAddressed = () => window.location.hash.match(/^#chat=([\w-]{1,64})$/)?.[1] ?? "";
function evergraphAddress(session) {
  if (session === evergraphAddressed() || /^#(ask|write)=/.test(window.location.hash)) return;     // what it leads to is not read yet
  const {pathname, search} = window.location;
  history[evergraphAddressed() ? "pushState" : "replaceState"](null, "", session ? `#chat=${session}` : pathname + search);
}
window.addEventListener("popstate", () => {
  const session = evergraphAddressed();
  if (session && session !== evergraphDrawn) evergraphDo("open", {session});
  if (!window.location.hash) evergraphPart("#eg-new").click();
});
function evergraphAt(session, isRunning, isEmpty = false) {
  evergraphAddress(isEmpty ? "" : session);
  if (session !== evergraphSession) evergraphDrawn = "";
  [evergraphSession, evergraphRuns] = [session, Boolean(isRunning)];
  if (!isRunning && document.activeElement === evergraphPart("#eg-stop")) evergraphBox()?.focus();
  document.documentElement.toggleAttribute("data-running", Boolean(isRunning));
  evergraphWaits();
  evergraphMark();
}
// How long an answer is on its way is told where that is longer than a moment; not to who hears the page, which a figure that counts would never leave.
let evergraphBegan = 0;
function evergraphWaits() {
  const isRunning = evergraphRoot.hasAttribute("data-running"), at = document.querySelectorAll("#talk .thought-group .title");
  evergraphBegan = isRunning ? evergraphBegan || Date.now() : 0;
  const seconds = Math.floor((Date.now() - evergraphBegan) / 1000), isTold = isRunning && seconds >= EVERGRAPH_MOMENT;
  at.forEach((title, place) => isTold && place === at.length - 1 ? title.dataset.waits = `${seconds} s` : delete title.dataset.waits);
}
setInterval(evergraphWaits, 500);
// What is known of the open conversation is kept beside the list, which holds less of it, or nothing, while something is looked for.
let evergraphOpened = {};
function evergraphMark() {
  document.querySelectorAll("#eg-list li").forEach((line) => { line.hidden = evergraphGone.has(line.querySelector(".eg-row").dataset.session); });
  if (evergraphOpened.session !== evergraphSession) evergraphOpened = {};
  document.querySelectorAll("#eg-list .eg-row").forEach((row) => {
    const isOpen = row.dataset.session === evergraphSession;
    if (isOpen) evergraphOpened = {...evergraphOpened, ...row.nextElementSibling.dataset};
    if (isOpen !== row.hasAttribute("aria-current")) isOpen ? row.setAttribute("aria-current", "true") : row.removeAttribute("aria-current");
  });
  const shown = evergraphPart(".eg-title"), title = evergraphOpened.title ?? evergraphSay("New chat");
  const tab = evergraphOpened.title ? `${title} · Evergraph` : "Evergraph";
  if (document.title !== tab) document.title = tab;
  if (shown && shown.textContent !== title) shown.textContent = title;
  evergraphKnown(Boolean(evergraphOpened.session));
}
// What is done with the open conversation is offered above it, too; folders are closed as somebody left them.
function evergraphKnown(isKept) {
  const more = evergraphPart(".eg-topped .eg-menu"), share = evergraphPart(".eg-share"), closed = evergraphClosed();
  if (share && share.hidden === isKept) share.hidden = !isKept;
  if (more && more.hidden === isKept) more.hidden = !isKept;
  if (more && isKept && more.dataset.session !== evergraphSession) more.dataset.session = evergraphSession;
  document.querySelectorAll("details[data-folder]").forEach((folder) => {
    if (folder.open === closed.includes(folder.dataset.folder)) folder.open = !folder.open;
  });
}
const evergraphClosed = () => { try { return JSON.parse(evergraphKept("evergraph-closed") ?? "[]"); } catch { return []; } };
function evergraphFold(summary) {       // before the browser does it
  const {open, dataset: {folder}} = summary.parentElement, others = evergraphClosed().filter((name) => name !== folder);
  evergraphKeep("evergraph-closed", JSON.stringify(open ? [...others, folder] : others));
}
// The one menu of conversations: it stands by the button that opened it, and is about that button's conversation.
let evergraphOf = null;
const evergraphItems = () => [...evergraphPart("#eg-menu").children].filter((item) => !item.hidden);
function evergraphMenu(button) {
  const isListed = Boolean(button.closest("#eg-list"));
  evergraphOf = {...(isListed ? button.dataset : evergraphOpened), isListed};
  const menu = evergraphPart("#eg-menu"), at = button.getBoundingClientRect();
  menu.querySelector(".eg-pin").hidden = evergraphOf.pinned !== "false";
  menu.querySelector(".eg-unpin").hidden = evergraphOf.pinned !== "true";
  menu.querySelectorAll("[data-form]").forEach((file) => { file.href = `/api/sessions/${encodeURIComponent(evergraphOf.session)}/export?form=${file.dataset.form}`; });
  Object.assign(menu.style, {left: `${Math.max(8, Math.min(at.left, window.innerWidth - 228))}px`, top: `${Math.max(8, Math.min(at.bottom + 4, window.innerHeight - 300))}px`});
}
function evergraphBack() {              // the list may have been drawn anew below the menu, over the button that opened it
  if (!evergraphOf.isListed) return;
  evergraphHeld = evergraphDeedOf(evergraphOf);
  evergraphRefocus();
}
document.addEventListener("keydown", (event) => {
  const items = event.target.closest?.("#eg-menu") ? evergraphItems() : [], turn = EVERGRAPH_TURNS[event.key.replace("Down", "Right").replace("Up", "Left")];
  if (!items.length || !turn) return;
  event.preventDefault();
  items[turn(items.indexOf(event.target), items.length)].focus();
});
// What is typed is kept on this machine, for this person, until it is taken: an error or a reload loses nothing. Nothing empty can be sent.
const evergraphDraft = () => `evergraph-draft:${evergraphPart("#eg-who small")?.textContent ?? ""}`;
const evergraphKept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
function evergraphKeep(name, value) {
  try { value ? localStorage.setItem(name, value) : localStorage.removeItem(name); } catch { /* a browser that keeps nothing */ }
}
let evergraphRestored = false;
function evergraphTyped() {
  const box = evergraphBox(), ask = evergraphPart("#eg-ask");
  if (box && ask && ask.disabled === Boolean(box.value.trim())) ask.disabled = !box.value.trim();
}
function evergraphWrite(text) {
  const box = evergraphBox();
  box.value = text;
  box.dispatchEvent(new Event("input", {bubbles: true}));
}
function evergraphRestore() {
  if (evergraphRestored || !evergraphBox() || !evergraphPart("#eg-who")) return;
  evergraphRestored = true;
  const kept = evergraphKept(evergraphDraft());
  if (kept && !evergraphBox().value) evergraphWrite(kept);
  evergraphBegin();
}
// A page of ours that leads here with a question has it written down in a new chat, behind what one was writing; nothing is asked yet.
function evergraphBegin() {
  const found = window.location.hash.match(/^#write=(.*)$/);
  if (!found) return;
  history.replaceState(null, "", window.location.pathname);
  try {
    const text = decodeURIComponent(found[1]).slice(0, 500);
    evergraphPart("#eg-new").click();
    evergraphWrite([evergraphBox().value, text].filter((one, place, all) => one && all.indexOf(one) === place).join("\n"));
    evergraphBox().focus();
  } catch { /* an address that was cut off */ }
}
// What stood behind the "#" when one was sent to the sign-in page, which kept it (ui/pages/sign_in.py): one lands where one wanted to go.
function evergraphWanted() {
  try {
    const wanted = sessionStorage.getItem("evergraph-wanted");
    sessionStorage.removeItem("evergraph-wanted");
    if (wanted && !window.location.hash) history.replaceState(null, "", window.location.pathname + wanted);
  } catch { /* kept from pages here */ }
}
evergraphWanted();
// What is looked for is sent as it is typed, one search after another: the last one stays.
let evergraphLooked = null;
function evergraphFind() {
  if (evergraphLooked !== null) return;
  evergraphLooked = evergraphPart("#eg-find").value;
  evergraphDo("find", {text: evergraphLooked});
}
function evergraphFound() {
  const looked = evergraphLooked;
  evergraphLooked = null;
  if (evergraphPart("#eg-find").value !== looked) evergraphFind();
}
document.addEventListener("input", (event) => {
  if (event.target.id === "eg-find") evergraphFind();
  if (event.target !== evergraphBox()) return;
  evergraphWritten = event.target.value;
  evergraphKeep(evergraphDraft(), evergraphUnsent());
  evergraphTyped();
  evergraphTellUnsent();
});
document.addEventListener("keydown", (event) => {
  if (event.target !== evergraphBox() || event.key !== "Enter" || event.shiftKey || event.target.value.trim()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, {capture: true});
// The side: beside the conversation where there is room, a drawer over it where there is none.
const evergraphNarrow = window.matchMedia("(max-width: 900px)"), evergraphRoot = document.documentElement;
function evergraphSide(isOpen, isAsked) {
  evergraphRoot.dataset.side = isOpen ? "open" : "closed";
  document.querySelectorAll(".eg-toggle").forEach((button) => button.setAttribute("aria-expanded", isOpen));
  evergraphPart("#eg-main")?.toggleAttribute("inert", isOpen && evergraphNarrow.matches);       // below the drawer nothing is pressed
  if (!isAsked) return;
  if (!evergraphNarrow.matches) evergraphKeep("evergraph-side", isOpen ? "" : "closed");
  evergraphPart(isOpen ? ".eg-hide" : ".eg-show")?.focus();
}
const evergraphUsual = () => evergraphSide(!evergraphNarrow.matches && evergraphKept("evergraph-side") !== "closed", false);
evergraphUsual();
evergraphNarrow.addEventListener("change", evergraphUsual);
document.addEventListener("keydown", (event) => {
  const isOver = evergraphNarrow.matches && evergraphRoot.dataset.side === "open" && !evergraphPart("dialog[open], :popover-open");
  if (event.key !== "Escape" || !isOver) return;
  event.preventDefault();
  evergraphSide(false, true);
});
// Times are told by the clock of the person's zone, here and on the pages that the server draws.
document.cookie = `evergraph_zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; max-age=31536000; SameSite=Lax`;
// An age of today is told by the clock alone: on a page that stays open until the next day, in full.
let evergraphDay = new Date().toDateString();
setInterval(() => {
  if (evergraphDay === new Date().toDateString()) return;
  evergraphDay = new Date().toDateString();
  document.querySelectorAll(".eg-age").forEach((age) => { age.textContent = age.title; });
}, 30_000);
// Colours: as the system has them, unless somebody chose.
const EVERGRAPH_COLOURS = {"": "Colours: as the system", light: "Colours: light", dark: "Colours: dark"};
function evergraphColours() {
  const chosen = evergraphKept("evergraph-colours") ?? "", label = evergraphPart(".eg-theme .eg-label"), said = evergraphSay(EVERGRAPH_COLOURS[chosen] ?? EVERGRAPH_COLOURS[""]);
  const isDark = chosen ? chosen === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
  if (evergraphRoot.style.colorScheme !== chosen) evergraphRoot.style.colorScheme = chosen;
  if (document.body && document.body.classList.contains("dark") !== isDark) document.body.classList.toggle("dark", isDark);
  if (label && label.textContent !== said) label.textContent = said;
}
// What is deleted leaves the list at once and is deleted some seconds later: until then it can be taken back, and a page that is closed deletes nothing.
const EVERGRAPH_UNDO = 10_000, evergraphGone = new Map();
let evergraphLast = null, evergraphTime = 0;
function evergraphForget({session, title}) {
  evergraphFinish();
  const toast = evergraphPart("#eg-toast"), wasOpen = session === evergraphSession;
  evergraphGone.set(session, wasOpen);
  evergraphLast = session;
  if (wasOpen) evergraphDo("leave", {});
  clearTimeout(evergraphTime);
  toast.toggleAttribute("data-told", false);
  toast.hidden = false;
  toast.querySelector("span").textContent = evergraphSay("Deleted “{title}”", {title});
  toast.querySelector(".eg-undo").focus();
  evergraphTime = setTimeout(evergraphFinish, EVERGRAPH_UNDO);
  evergraphMark();
}
function evergraphUnknown() {           // for some seconds, at the place of what was deleted, where nothing is
  const toast = evergraphPart("#eg-toast");
  if (!toast.hidden) return;
  toast.querySelector("span").textContent = evergraphSay("This conversation is not here. You are in a new one.");
  toast.toggleAttribute("data-told", true);
  toast.hidden = false;
  evergraphTime = setTimeout(() => { toast.hidden = true; }, EVERGRAPH_UNDO);
}
function evergraphToasted() {
  const session = evergraphLast, toast = evergraphPart("#eg-toast");
  evergraphLast = null;
  clearTimeout(evergraphTime);
  if (toast.contains(document.activeElement)) evergraphBox().focus();
  toast.hidden = true;
  return session;
}
function evergraphFinish() {
  const session = evergraphLast !== null && evergraphToasted();
  if (session) evergraphDo("forget", {session});
}
function evergraphUndo() {
  const session = evergraphToasted(), wasOpen = evergraphGone.get(session);
  evergraphGone.delete(session);
  evergraphMark();
  if (wasOpen) evergraphDo("open", {session});
}
function evergraphForgotten() {         // the list has come without it; or it could not be deleted, and is shown again
  [...evergraphGone.keys()].filter((session) => session !== evergraphLast).forEach((session) => evergraphGone.delete(session));
  evergraphMark();
}
// What the keyboard does is told by a dialog, and read from it. Keys that stand alone are for who wants them, and not for who is writing.
const EVERGRAPH_KEYS = {
  stop: () => { if (evergraphRoot.hasAttribute("data-running")) evergraphPart("#eg-stop").click(); },
  fresh: () => evergraphPart("#eg-new").click(),
  search: () => { evergraphSide(true, true); evergraphPart("#eg-find").focus(); },
  write: () => evergraphBox().focus(),
  answer: () => [...document.querySelectorAll("#talk .eg-chips")].at(-1)?.querySelector("button, a")?.focus(),
  help: () => { evergraphPart("#eg-alone").checked = evergraphKept("evergraph-keys") !== "off"; evergraphPart("#eg-keys").showModal(); },
};
document.addEventListener("keydown", (event) => {
  const isLetter = /^[a-z]$/i.test(event.key), isAlone = event.key === "?", isMod = event.ctrlKey || event.metaKey;
  const press = [isMod && "mod", event.shiftKey && !isAlone && "shift", event.key.toLowerCase()].filter(Boolean).join("+");
  const told = [...document.querySelectorAll("#eg-keys [data-press]")].find((each) => each.dataset.press === press);
  const isWriting = event.target.matches?.("input, textarea, select"), isOff = isAlone && (isWriting || evergraphKept("evergraph-keys") === "off");
  const isWithin = press === "arrowup" && (event.target !== evergraphBox() || event.target.value);    // there it moves within a text, or on the page
  if (!told || isWithin || isOff || event.altKey || event.defaultPrevented || (isLetter && !isMod) || evergraphPart("dialog[open], :popover-open")) return;
  if (press !== "escape") event.preventDefault();
  EVERGRAPH_KEYS[told.dataset.then]();
});
document.addEventListener("change", (event) => {
  if (event.target.id === "eg-alone") evergraphKeep("evergraph-keys", event.target.checked ? "" : "off");
});
// The list is drawn anew after each deed and answer, partly over the same elements: the keyboard stays with the conversation, or the folder, that it was at.
let evergraphHeld = null;
const EVERGRAPH_LISTED = "#eg-list :is([data-session], summary)", evergraphDeedOf = ({session, do: deed}) => `${session} ${deed}`;
const evergraphListed = (part) => (part.matches("summary") ? `folder ${part.parentElement.dataset.folder}` : evergraphDeedOf(part.dataset));
document.addEventListener("focusin", (event) => {
  const part = event.target.closest?.(EVERGRAPH_LISTED);
  evergraphHeld = part ? evergraphListed(part) : null;
});
document.addEventListener("pointerdown", (event) => { if (!event.target.closest?.("#eg-list")) evergraphHeld = null; });
function evergraphRefocus() {
  const focused = document.activeElement, isListed = focused.matches(EVERGRAPH_LISTED);
  if (!evergraphHeld || !(isListed || focused === document.body) || (isListed && evergraphListed(focused) === evergraphHeld)) return;
  [...document.querySelectorAll(EVERGRAPH_LISTED)].find((each) => evergraphListed(each) === evergraphHeld)?.focus();
}
// The one dialog: words that are asked for, or a yes. It gives null when it is dismissed.
function evergraphPrompt({title, label, value, lines, told, ok, known, isEmptyToo, isChoice, isShared}) {
  const dialog = evergraphPart("#eg-dialog"), form = dialog.querySelector("form"), [one, many] = form.querySelectorAll("label");
  [form.querySelector("fieldset").hidden, form.querySelector(".eg-shares").hidden] = [!isChoice, !isShared];
  if (isChoice) form.elements.choice[0].checked = true;
  [one.hidden, many.hidden] = [!label || Boolean(lines), !label || !lines];
  const field = lines ? form.elements.lines : form.elements.line;
  dialog.querySelector("h2").textContent = title;
  form.querySelector(":scope > p.quiet").textContent = told ?? "";
  dialog.querySelector(".main").textContent = ok;
  if (label) field.closest("label").querySelector("span").textContent = label;
  form.elements.line.value = form.elements.lines.value = "";
  known ? form.elements.line.setAttribute("list", "eg-known") : form.elements.line.removeAttribute("list");
  evergraphPart("#eg-known").replaceChildren(...(known ?? []).map((name) => Object.assign(document.createElement("option"), {value: name})));
  if (label) field.value = value ?? "";
  return new Promise((done) => {
    let said = null;
    form.onsubmit = () => { said = label ? field.value.trim() : isChoice ? form.elements.choice.value : "yes"; };
    form.querySelector(".eg-cancel").onclick = () => dialog.close();
    dialog.onclose = () => done(said || (isEmptyToo ? said : null));
    dialog.showModal();
    if (label) field.select();
  });
}
// Of several tabs one is shown: the one that is pressed, or to which an arrow key leads.
function evergraphTab(tab) {
  [...tab.parentElement.children].forEach((each) => {
    each.setAttribute("aria-selected", each === tab);
    each.tabIndex = each === tab ? 0 : -1;
    document.getElementById(each.getAttribute("aria-controls")).hidden = each !== tab;
  });
}
const EVERGRAPH_TURNS = {ArrowRight: (at, all) => (at + 1) % all, ArrowLeft: (at, all) => (at + all - 1) % all, Home: () => 0, End: (_, all) => all - 1};
document.addEventListener("keydown", (event) => {
  const tab = event.target.closest?.("[role=tab]"), turn = tab?.closest(".eg-tabs") && EVERGRAPH_TURNS[event.key];
  if (!turn) return;
  const tabs = [...tab.parentElement.children], next = tabs[turn(tabs.indexOf(tab), tabs.length)];
  event.preventDefault();
  next.focus();
  evergraphTab(next);
});
// A number behind a name or a figure opens the sources of the answer at the records that it stands for, and shows no others until all are wanted.
const EVERGRAPH_CITE = /#cite-(.+)-([\d.]+(?:\.more)?)$/;
function evergraphCite(link) {
  const [, turn, numbers] = link.getAttribute("href").match(EVERGRAPH_CITE), drawer = document.getElementById(`sources-${decodeURIComponent(turn)}`);
  if (!drawer) return;
  drawer.showPopover();
  evergraphOnly(drawer, numbers.split("."));
  drawer.querySelector("li:not([hidden])")?.focus();
}
function evergraphOnly(drawer, wanted) {
  const lines = [...drawer.querySelectorAll("li")];
  lines.forEach((line) => { line.hidden = wanted !== null && !wanted.includes(line.dataset.cite); });
  drawer.querySelector(".eg-every").hidden = !lines.some((line) => line.hidden);
}
document.addEventListener("toggle", (event) => {
  if (event.newState === "closed" && event.target.querySelector?.(".eg-every")) evergraphOnly(event.target, null);
}, {capture: true});
function evergraphNumbers() {
  document.querySelectorAll('#talk a[href*="#cite-"]:not([aria-label])').forEach((link) => {
    const [, turn, numbers] = link.getAttribute("href").match(EVERGRAPH_CITE) ?? [], drawer = document.getElementById(`sources-${decodeURIComponent(turn ?? "")}`);
    if (!drawer) return;                // it has not come yet
    const called = drawer.querySelector(`[data-cite="${numbers}"]`)?.dataset.called, count = numbers.split(".").length;
    const told = numbers.endsWith(".more") ? link.textContent : evergraphSay("{count} sources", {count});
    link.setAttribute("aria-label", called === undefined ? told : evergraphSay("Source {number}: {name}", {number: numbers, name: called}));
    link.setAttribute("aria-haspopup", "dialog");
    link.removeAttribute("target");
  });
}
async function evergraphLink(link) {
  const whole = link.startsWith("/") ? window.location.origin + link : link, isShared = link.startsWith("/shared/");
  const told = isShared ? evergraphSay("Others of your company can open this link for 30 days, with their own rights of that moment. You can end that before.")
    : evergraphSay("Whoever opens this link asks the same with their own rights. Your answers are not in it.");
  const title = isShared ? evergraphSay("Share this answer") : evergraphSay("Share what you asked");
  if (await evergraphPrompt({title, label: evergraphSay("Link"), value: whole, told, ok: evergraphSay("Copy"), isShared})) evergraphClip(whole);
}
function evergraphFile() {
  const picker = Object.assign(document.createElement("input"), {type: "file", accept: "ENDINGS"});
  picker.addEventListener("change", async () => {       // more than anybody may attach is refused by its length, so it is not read whole
    const file = picker.files[0];
    evergraphDo("attach", {name: file.name, text: await file.slice(0, 4 * LARGEST).text()});
  });
  picker.click();
}
// Another version of a question is drawn over this one: the keyboard, and the eye, stay at its switch.
let evergraphSwitched = null;
function evergraphVersion({turn, step}, button) {
  evergraphSwitched = {of: button.parentElement.dataset.of, at: button.parentElement.textContent, step};
  evergraphDo("version", {turn});
}
function evergraphSwitch() {
  const {of, at, step} = evergraphSwitched ?? {}, shown = [...document.querySelectorAll(".eg-versions")].find((each) => each.dataset.of === of);
  if (!shown || shown.textContent === at) return;
  evergraphSwitched = null;
  const [pressed, other] = [step, step === "Next" ? "Previous" : "Next"].map((each) => shown.querySelector(`[data-step="${each}"]`));
  (pressed.disabled ? other : pressed).focus();
}
// What was said of an answer is drawn beside it: the keyboard stays with it, or, where it was deleted, at what it was said by.
let evergraphRemarked = null;
function evergraphRemark() {
  const {turn, said} = evergraphRemarked ?? {}, buttons = [...document.querySelectorAll('#talk [data-do="comment"]')].filter((each) => each.dataset.turn === turn);
  if (!buttons.length || buttons.some((each) => each.dataset.said === said)) return;
  evergraphRemarked = null;
  if (document.activeElement !== evergraphBox()) (buttons.find((each) => each.closest(".eg-remark")) ?? buttons[0]).focus();
}
function evergraphGoesOn(button) {      // what was pressed goes: the keyboard is where one writes on
  if (button.matches(":focus-visible")) evergraphBox().focus();
}
// What a person does is chosen for a deed, and then Gradio is told that there is one. It takes what was chosen first, once; what is not taken a
// little later was not heard, because Gradio was not there yet or is about to open the page anew: then it is told again.
const EVERGRAPH_UNHEARD = 500;          // milliseconds
const evergraphChosen = {};             // by deed, in the order in which it was chosen
const evergraphUnlessHeard = (isHeard, again) => setTimeout(() => { if (!isHeard()) again(); }, EVERGRAPH_UNHEARD);
function evergraphDo(what, chosen) {
  (evergraphChosen[what] ??= []).push(chosen);
  evergraphTell(what, chosen);
}
function evergraphTell(what, chosen) {
  evergraphDoes(what);
  evergraphUnlessHeard(() => !evergraphChosen[what].includes(chosen), () => evergraphTell(what, chosen));
}
function evergraphTake(what, ...names) {
  if (!evergraphChosen[what]?.length) throw new Error(`${what} was done already`);
  const chosen = evergraphChosen[what].shift();
  return names.map((name) => chosen[name] ?? "");
}
// What is drawn anew between a press and its release is another element, and the browser makes no click of the two: then the one that is there for
// the same is clicked.
const EVERGRAPH_BUTTONS = "[data-do], #eg-app button[id]", EVERGRAPH_STILL = 8;         // pixels that a hand may move meanwhile
const evergraphSame = ({id, dataset: {do: deed, session, turn, value, rating, step}}) => JSON.stringify([id, deed, session, turn, value, rating, step]);
let evergraphHand = null;
document.addEventListener("pointerdown", ({target, isPrimary, button, clientX, clientY}) => {
  const pressed = isPrimary && !button && target.closest?.(EVERGRAPH_BUTTONS);
  evergraphHand = pressed ? {pressed, same: evergraphSame(pressed), clientX, clientY} : null;
}, {capture: true});
document.addEventListener("pointerup", (event) => {
  const {pressed, same, clientX, clientY} = evergraphHand ?? {};
  if (!pressed || pressed.isConnected || Math.hypot(event.clientX - clientX, event.clientY - clientY) > EVERGRAPH_STILL) return;
  setTimeout(() => [...document.querySelectorAll(EVERGRAPH_BUTTONS)].find((each) => evergraphSame(each) === same)?.click());
}, {capture: true});
function evergraphTextOf(part) {        // without the numbers of its sources
  const numbers = [...part.querySelectorAll('a[href*="#cite-"]')];
  numbers.forEach((number) => { number.hidden = true; });
  const said = part.innerText.trim();
  numbers.forEach((number) => { number.hidden = false; });
  return said;
}
async function evergraphClip(text) {    // gives whether it is copied; what the browser does not copy is shown, to be copied by hand
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    evergraphPrompt({title: evergraphSay("Your browser did not copy this"), label: evergraphSay("Copy it from here"), value: text, lines: true, ok: evergraphSay("Close")});
    return false;
  }
}
async function evergraphCopy(button) {
  const row = button.closest(".bot-row"), words = [...row.querySelectorAll(".md:not(.thought-group .md)")].map(evergraphTextOf);
  const table = [...row.querySelectorAll(".eg-card tr")].map((line) => [...line.cells].map((cell) => cell.innerText.trim()).join("\t")).join("\n");
  if (await evergraphClip([...words, table].filter(Boolean).join("\n\n"))) button.dataset.done = "";
}
const EVERGRAPH_DEEDS = {
  open({session}) {
    if (evergraphNarrow.matches) evergraphSide(false, true);
    if (session === evergraphDrawn) return;
    evergraphAddress(session);          // first: where the server is away Gradio hears nothing, and then opens the page anew
    evergraphDo("open", {session});
  },
  async rename({session, title}) {
    const text = await evergraphPrompt({title: evergraphSay("Rename this conversation"), label: evergraphSay("Title"), value: title, ok: evergraphSay("Rename")});
    if (!text || text === title) return;
    if (session === evergraphOpened.session) evergraphOpened.title = text;
    evergraphDo("rename", {session, text});
  },
  async move({session, folder}) {
    const known = [...document.querySelectorAll("#eg-list [data-folder]")].map((each) => each.dataset.folder).filter((name, place, all) => name && all.indexOf(name) === place);
    const told = evergraphSay("Choose a folder or write the name of a new one. Empty takes the conversation out.");
    const text = await evergraphPrompt({title: evergraphSay("Move to a folder"), label: evergraphSay("Folder"), value: folder ?? "", told, ok: evergraphSay("Move"), known, isEmptyToo: true});
    if (text !== null && text !== (folder ?? "")) evergraphDo("move", {session, text});
  },
  pin: ({session}) => evergraphDo("pin", {session, text: "pin"}),
  unpin: ({session}) => evergraphDo("pin", {session, text: "unpin"}),
  forget: evergraphForget,
  async comment({turn, said}) {
    const text = await evergraphPrompt({title: evergraphSay("Comment on this answer"), label: evergraphSay("What should be said of it?"), value: said, lines: true, ok: evergraphSay("Send")});
    if (!text || text === said) return;
    evergraphRemarked = {turn, said};
    evergraphDo("comment", {turn, text});
  },
  async uncomment({turn, said}) {
    if (await evergraphPrompt({title: evergraphSay("Delete your comment"), told: said, ok: evergraphSay("Delete")}) === null) return;
    evergraphRemarked = {turn, said};
    evergraphDo("uncomment", {turn});
  },
  offer: () => evergraphDo("offer", {}),
  async "hand-on"({turn, shareable}) {
    const what = shareable === undefined ? "question" : await evergraphPrompt({title: evergraphSay("Share"), ok: evergraphSay("Make the link"), isChoice: true});
    if (what) evergraphDo(what === "answer" ? "hand" : "offer", {turn});
  },
  version: evergraphVersion,
  copy: (_, button) => evergraphCopy(button),
  choose({value}, button) {
    evergraphGoesOn(button);
    evergraphDo("choose", {value});
  },
  again({turn, said}, button) {
    evergraphGoesOn(button);
    evergraphDo("again", {turn, said});
  },
  rate({turn, rating}, button) {
    button.parentElement.querySelectorAll("[data-rating]").forEach((thumb) => thumb.setAttribute("aria-pressed", thumb === button));
    evergraphDo("rate", {turn, rating});
  },
};
const EVERGRAPH_PRESSED = {
  "[data-do]:not([role=menuitem])": (button) => EVERGRAPH_DEEDS[button.dataset.do]?.(button.dataset, button),
  "#eg-menu [role=menuitem]": (item) => {
    evergraphPart("#eg-menu").hidePopover();
    evergraphBack();
    EVERGRAPH_DEEDS[item.dataset.do]?.(evergraphOf, item);
  },
  ".eg-menu": evergraphMenu,
  ".eg-folder summary": evergraphFold,
  "#eg-attach": evergraphFile,
  ".eg-every": (button) => { evergraphOnly(button.parentElement, null); button.parentElement.querySelector("li").focus(); },
  ".eg-undo": evergraphUndo,
  ".eg-done": evergraphFinish,
  ".eg-again": evergraphRetry,
  ".eg-help": () => EVERGRAPH_KEYS.help(),
  ".eg-toggle": (button) => evergraphSide(button.matches(".eg-show"), true),
  ".eg-more": (button) => { button.previousElementSibling.focus(); button.parentElement.classList.remove("eg-short"); },
  ".eg-tabs [role=tab]": evergraphTab,
  ".eg-theme": () => {
    const names = Object.keys(EVERGRAPH_COLOURS), now = names.indexOf(evergraphKept("evergraph-colours") ?? "");
    evergraphKeep("evergraph-colours", names[(now + 1) % names.length]);
    evergraphColours();
  },
  "#eg-new": () => {
    if (evergraphNarrow.matches) evergraphSide(false, false);
    evergraphDo("leave", {});
    evergraphBox()?.focus();
  },
  ".eg-skip": () => setTimeout(() => evergraphBox()?.focus()),
};
document.addEventListener("click", (event) => {
  const cited = event.target.closest?.('#talk a[href*="#cite-"]');
  if (!cited) return;
  event.preventDefault();
  evergraphCite(cited);
});
document.addEventListener("click", (event) => {
  Object.entries(EVERGRAPH_PRESSED).forEach(([parts, act]) => {
    const pressed = event.target.closest?.(parts);
    if (pressed) act(pressed);
  });
  const isBeside = evergraphNarrow.matches && evergraphRoot.dataset.side === "open" && event.target.closest?.("#eg-app") && !event.target.closest("#eg-side, .eg-toggle");
  if (isBeside) evergraphSide(false, true);
});
new MutationObserver(() => [evergraphMark, evergraphTyped, evergraphRestore, evergraphColours, evergraphRefocus, evergraphSwitch, evergraphRemark, evergraphNumbers, evergraphShowWhole].forEach((each) => each()))
  .observe(document, {childList: true, subtree: true, attributes: true, attributeFilter: ["class", "data-session"]});
// A table is sorted by the column whose head is pressed, the other way round when it is pressed again: figures as figures, all else as words.
function evergraphSort(head) {
  const up = head.getAttribute("aria-sort") !== "ascending", place = head.cellIndex, body = head.closest("table").tBodies[0];
  const said = (row) => row.cells[place]?.dataset.sort ?? row.cells[place]?.textContent.trim() ?? "";
  const figure = (text) => (/^[^\w-]*-?[\d,. ]*\d\s*[^\w]?$/.test(text) ? Number(text.replace(/[^\d.-]/g, "")) : NaN);
  const rows = [...body.rows], figures = rows.every((row) => !said(row) || !Number.isNaN(figure(said(row))));
  const order = (one, other) => (figures ? figure(said(one)) - figure(said(other)) : said(one).localeCompare(said(other), undefined, {numeric: true}));
  rows.sort((one, other) => !said(one) - !said(other) || (up ? order(one, other) : order(other, one)));      // empty cells come last
  [...head.parentElement.cells].forEach((cell) => cell.setAttribute("aria-sort", cell !== head ? "none" : up ? "ascending" : "descending"));
  body.append(...rows);
}
// Of a long table those rows are shown that hold every word that is written above it.
document.addEventListener("input", (event) => {
  if (!event.target.matches?.(".eg-filter")) return;
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean), part = event.target.parentElement;
  part.classList.toggle("eg-filtered", words.length > 0);
  [...part.querySelector("tbody").rows].forEach((row) => { row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word)); });
});
["click", "keydown"].forEach((pressed) => document.addEventListener(pressed, (event) => {
  const head = event.target.closest?.("#talk th[aria-sort]");
  if (!head || (pressed === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  evergraphSort(head);
}));
