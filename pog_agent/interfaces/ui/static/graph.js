// What the page shows of a graph beside the answers: its classes with example questions, and one entity.
import { at } from "./dom.js";
import { only, records } from "./records.js";

const KEY = "pog-agent-card:";

// Shows the card of a graph as this browser knows it, at once, and then as the server makes it.
export async function showCard({ number, key, shown }, isCurrent) {
  const place = at("#card .classes"), told = at("#card .told"), known = stored(key);
  at("#graph-name").textContent = shown;
  place.innerHTML = known;
  told.textContent = known ? "" : "Looking at the graph …";
  try {
    for await (const record of records(await fetch(`/card?graph=${encodeURIComponent(number)}`))) {
      if (!isCurrent()) return;
      if (record.type === "error") told.textContent = record.text;
      else if (record.whole || !known) {
        place.innerHTML = record.html;
        told.textContent = record.told;
        if (record.whole) store(key, record.html);
      }
    }
  } catch (problem) {
    told.textContent = `The server cannot be reached: ${problem.message}`;
  }
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
