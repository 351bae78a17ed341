// "@" and the first letters of a name, in a question, offer what may be meant: the arrow keys go through the offers, Enter or Tab takes one.
const EVERGRAPH_NAMED = /(?:^|\s)@([^\s@][^@\n]{1,40})$/, EVERGRAPH_PAUSE = 150;
let evergraphNamed = null, evergraphNaming = 0;         // the letters in the question that the offers stand for
const evergraphOffers = () => [...evergraphPart("#eg-names").children];
function evergraphUnnamed() {
  clearTimeout(evergraphNaming);
  if (!evergraphNamed) return;
  evergraphNamed = null;
  evergraphPart("#eg-names").replaceChildren();
  evergraphPart("#eg-names").hidden = true;
  evergraphPart("#eg-offered").textContent = "";
  ["aria-activedescendant", "aria-controls"].forEach((name) => evergraphBox().removeAttribute(name));
}
function evergraphOffer(at) {           // the offer at this place is the one that is taken next
  evergraphOffers().forEach((offer, place) => offer.setAttribute("aria-selected", place === at));
  evergraphBox().setAttribute("aria-activedescendant", `eg-name-${at}`);
  evergraphOffers()[at].scrollIntoView({block: "nearest"});
}
function evergraphTakeName(offer) {
  const box = evergraphBox(), {from, to} = evergraphNamed, name = `${offer.textContent} `;
  const text = box.value.slice(0, from) + name + box.value.slice(to);
  evergraphUnnamed();
  evergraphWrite(text);
  box.focus();
  box.setSelectionRange(from + name.length, from + name.length);
}
async function evergraphAskNames(place) {
  const answer = await fetch("/preferences/names", {method: "POST", body: new URLSearchParams({q: place.text})}).catch(() => null);
  const names = answer?.ok ? await answer.json() : [], box = evergraphBox();
  if (box.value.slice(place.from, place.to) !== `@${place.text}` || box.selectionStart !== place.to) return;
  evergraphUnnamed();
  if (!names.length) return;
  evergraphNamed = place;
  evergraphPart("#eg-names").replaceChildren(...names.map((name, at) => Object.assign(document.createElement("li"), {id: `eg-name-${at}`, role: "option", textContent: name})));
  evergraphPart("#eg-names").hidden = false;
  evergraphPart("#eg-offered").textContent = evergraphSay("{count} names: arrow keys go through them, Enter takes one", {count: names.length});
  box.setAttribute("aria-controls", "eg-names");
  evergraphOffer(0);
}
document.addEventListener("input", (event) => {
  if (event.target !== evergraphBox()) return;
  const to = event.target.selectionStart, found = event.target.value.slice(0, to).match(EVERGRAPH_NAMED);
  evergraphUnnamed();
  if (found) evergraphNaming = setTimeout(() => evergraphAskNames({from: to - found[1].length - 1, to, text: found[1]}), EVERGRAPH_PAUSE);
});
document.addEventListener("keydown", (event) => {
  if (!evergraphNamed || event.target !== evergraphBox()) return;
  const offers = evergraphOffers(), at = offers.findIndex((offer) => offer.getAttribute("aria-selected") === "true");
  const does = {
    ArrowDown: () => evergraphOffer((at + 1) % offers.length), ArrowUp: () => evergraphOffer((at + offers.length - 1) % offers.length),
    Enter: () => evergraphTakeName(offers[at]), Tab: () => evergraphTakeName(offers[at]), Escape: evergraphUnnamed,
  }[event.key];
  if (!does || event.shiftKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  does();
}, {capture: true});
document.addEventListener("mousedown", (event) => {     // before the box loses the keyboard
  const offer = event.target.closest?.("#eg-names li");
  if (!offer) return evergraphUnnamed();
  event.preventDefault();
  evergraphTakeName(offer);
});
