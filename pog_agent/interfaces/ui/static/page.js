import { addToHistory, forgetHistory, history } from "./history.js";

const at = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = at("#ask"), question = at("#question"), error = at("#error");
const pictures = new Map();
let asking = null;

// The choices of the form, as the server reads them.
function choices() {
  return Object.fromEntries(new FormData(form).entries());
}

function showChosen() {
  const shown = (name) => {
    const field = form.elements[name];
    return field.selectedOptions ? field.selectedOptions[0].textContent.trim() : field.value;
  };
  const system = form.elements.system.value;
  at("#chosen").textContent = `${shown("graph")}, ${shown("model")}, ${system}, ${shown("strategy")}`;
}

// One record for each line of a response.
async function* records(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value || "")).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
    if (done) break;
  }
  if (rest) yield JSON.parse(rest);
}

function newTurn(text) {
  const turn = at("#turn").content.cloneNode(true).firstElementChild;
  at(".asked", turn).textContent = text;
  all(".turn").forEach((other) => { other.open = false; });
  turn.classList.add("asking");
  at("#turns").prepend(turn);
  if (turn.getBoundingClientRect().top > innerHeight / 2) turn.scrollIntoView();
  return turn;
}

function badge(turn, text, kind) {
  const place = at(".badge", turn);
  place.textContent = text;
  place.className = `badge ${kind}`;
}

function showProblem(turn, text) {
  at(".problem", turn).textContent = text;
  badge(turn, "failed", "failed");
}

// The picture of a run, below its answer.
function draw(turn, elements) {
  if (!elements.nodes.length) return;
  const section = at(".picture", turn);
  at(".picture-place", turn).replaceWith(section);
  section.hidden = false;
  const tools = Object.fromEntries(all("[data-tool]", turn).map((button) => [button.dataset.tool, button]));
  const picture = drawPicture(at(".canvas", turn), elements, tools, at(".told", turn));
  pictures.set(turn, picture);
  if (elements.left_out) {
    at(".left-out", turn).textContent = `${elements.left_out} triples of the subgraph are not drawn.`;
  }
}

function mark(button) {
  const turn = button.closest(".turn"), isOn = button.getAttribute("aria-pressed") !== "true";
  all(".cite", turn).forEach((other) => other.setAttribute("aria-pressed", String(isOn && other === button)));
  pictures.get(turn)?.mark(isOn ? JSON.parse(button.dataset.triples) : []);
  at(".told", turn).textContent = isOn ? button.textContent : "";
}

function show(turn, record) {
  if (record.type === "started") at(".now", turn).textContent = record.text;
  else if (record.type === "step") at(".steps ol", turn).insertAdjacentHTML("beforeend", record.html);
  else if (record.type === "picture") draw(turn, record.elements);
  else if (record.type === "error") showProblem(turn, record.text);
  else if (record.type === "answer") {
    at(".answer", turn).innerHTML = record.html;
    at(".steps", turn).open = false;
    badge(turn, record.status, `answered ${record.status}`);
  }
}

async function ask(text) {
  if (asking) asking.abort();
  const own = new AbortController();
  asking = own;
  error.textContent = "";
  at("#stop").hidden = false;
  const turn = newTurn(text);
  try {
    const response = await fetch("/ask", {
      method: "POST", signal: own.signal,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...choices(), question: text }),
    });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    for await (const record of records(response)) show(turn, record);
  } catch (problem) {
    if (own.signal.aborted) badge(turn, "stopped", "soft");
    else showProblem(turn, `The server cannot be reached: ${problem.message}`);
  } finally {
    turn.classList.remove("asking");
    at(".steps", turn).hidden = !at(".steps li", turn);
    at(".now", turn).textContent = `(${all(".steps .name", turn).length})`;
    if (at(".badge", turn).textContent === "asking") showProblem(turn, "The run ended without an answer.");
    if (asking === own) { asking = null; at("#stop").hidden = true; }
    addToHistory(text, at(".badge", turn).textContent);
    showHistory();
  }
}

// Questions come one by one, while the server tries them.
async function showExamples() {
  const place = at("#examples"), told = at("p", place), list = at("ul", place), graph = form.elements.graph.value;
  list.replaceChildren();
  told.textContent = "Looking for questions that this graph answers …";
  try {
    const response = await fetch(`/examples?graph=${encodeURIComponent(graph)}`);
    for await (const record of records(response)) {
      if (graph !== form.elements.graph.value) return;
      if (record.type === "example") {
        told.textContent = "Questions that this graph answers without a language model:";
        list.append(exampleItem(record.text));
      } else if (record.type === "end" && !record.found) {
        told.textContent = "No example was found: its names make no simple question that can be answered for sure.";
      } else if (record.type === "error") {
        told.textContent = "";
        error.textContent = record.text;
      }
    }
  } catch (problem) {
    told.textContent = "";
    error.textContent = `The server cannot be reached: ${problem.message}`;
  }
}

function exampleItem(text) {
  const item = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  button.className = "example";
  button.textContent = text;
  item.append(button);
  return item;
}

function showHistory() {
  const items = history().map(({ question: text, outcome }) => {
    const item = exampleItem(text);
    item.append(` ${outcome}`);
    return item;
  });
  at("#history").hidden = items.length === 0;
  at("#history ul").replaceChildren(...items);
}

async function copy(button) {
  const told = button.parentElement.querySelector(".copied"), text = at("pre", button.parentElement);
  try {
    await navigator.clipboard.writeText(text.textContent);
    told.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(text);
    told.textContent = "Selected: copy it with your keyboard";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = question.value.trim();
  if (!text) { error.textContent = "There is no question: write one."; return; }
  ask(text);
  question.select();
});
question.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});
at("#stop").addEventListener("click", () => asking?.abort());
form.addEventListener("change", (event) => {
  showChosen();
  if (event.target.name === "graph") {
    error.textContent = "";
    showExamples();
  }
});
at("#forget").addEventListener("click", () => { forgetHistory(); showHistory(); question.focus(); });
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.matches(".example")) {
    question.value = button.textContent;
    form.requestSubmit();
  } else if (button?.matches(".copy")) copy(button);
  else if (button?.matches(".cite")) mark(button);
});

addEventListener("themechange", () => pictures.forEach((picture) => picture.recolour()));

showChosen();
showHistory();
showExamples();
