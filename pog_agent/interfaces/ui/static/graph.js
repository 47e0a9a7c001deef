// What the page shows of a graph beside the answers: its classes with example questions, and one entity.
import { all, at, button } from "./dom.js";
import { only, records } from "./records.js";

const KEY = "pog-agent-card:";

// Shows the card of a graph as this browser knows it, at once, and then as the server makes it.
export async function showCard({ number, key, shown }, isCurrent) {
  const place = at("#card .classes"), told = at("#card .told");
  at("#graph-name").textContent = shown;
  place.innerHTML = stored(key);
  told.textContent = place.innerHTML ? "" : "Looking at the graph …";
  const made = document.createElement("div");
  try {
    for await (const record of records(await fetch(`/card?graph=${encodeURIComponent(number)}`))) {
      if (!isCurrent()) return;
      if (record.type === "error") told.textContent = record.text;
      else if (record.type === "card") made.innerHTML = record.html;
      else if (record.type === "example") addExample(made, record);
      else if (record.type === "end") end(told, made, record);
      if (!stored(key)) place.innerHTML = made.innerHTML;
    }
    place.innerHTML = made.innerHTML;
    if (made.innerHTML) store(key, made.innerHTML);
  } catch (problem) {
    told.textContent = `The server cannot be reached: ${problem.message}`;
  }
}

function addExample(made, { place, text }) {
  const item = document.createElement("li");
  item.append(button("example", text));
  all(".examples", made)[place].append(item);
}

function end(told, made, { found }) {
  told.textContent = found ? "" : made.innerHTML
    ? "No example was found: the names make no simple question that can be answered for sure."
    : "The graph names no classes: ask with names that it has.";
}

function stored(key) {
  try { return localStorage.getItem(KEY + key) || ""; } catch { return ""; }
}

function store(key, html) {
  try { localStorage.setItem(KEY + key, html); } catch { /* A browser that keeps nothing looks again next time. */ }
}

// Shows what the graph has of an entity, over the page.
export async function showEntity(graph, name) {
  const dialog = at("#entity"), body = at(".dialog-body", dialog);
  body.textContent = "Looking it up …";
  if (!dialog.open) dialog.showModal();
  const record = await only(fetch(`/entity?graph=${encodeURIComponent(graph)}&name=${encodeURIComponent(name)}`));
  if (record.type === "entity") body.innerHTML = record.html;
  else body.textContent = record.text;
  dialog.scrollTop = 0;
}
