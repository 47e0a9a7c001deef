import { replyOf } from "./confirm.js";
import { conversations, earlier, forget, keep, newConversation } from "./conversations.js";
import { records } from "./records.js";

const at = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = at("#ask"), question = at("#question"), error = at("#error");
const pictures = new Map(), waiting = new Map();
let asking = null, current = null;

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

function chosenGraph() {
  const option = form.elements.graph.selectedOptions[0];
  return { key: option.dataset.key, shown: option.textContent.trim() };
}

// A conversation is about one graph: another one begins another conversation.
function begin() {
  asking?.abort();
  const graph = chosenGraph();
  showConversation(newConversation(graph.key, graph.shown));
}

function sectionOf(conversation) {
  return all("#turns > section").find((section) => section.dataset.id === conversation.id);
}

// Shows the turns of one conversation. Of one that was held before the page was loaded, the replies are known as text.
function showConversation(conversation) {
  current = conversation;
  if (!sectionOf(conversation)) {
    const section = document.createElement("section");
    section.dataset.id = conversation.id;
    at("#turns").prepend(section);
    conversation.turns.forEach((item, number) => { showKept(item).dataset.number = number; });
  }
  all("#turns > section").forEach((section) => { section.hidden = section.dataset.id !== conversation.id; });
  showPlace();
}

function showPlace() {
  const isBegun = current.turns.length > 0 || asking !== null;
  at("#new").hidden = !isBegun;
  question.placeholder = isBegun ? "A follow-up, or something new" : "Use names that the graph has";
  showHistory();
}

function showKept({ question: text, read, again, reading, outcome, reply }) {
  const turn = newTurn(text), told = document.createElement("p");
  showRead(turn, read);
  told.className = "kept";
  told.textContent = reply || "It has no reply.";
  at(".answer", turn).append(told, ...again ? [sayButton("Ask again", again, reading ? text : again, reading)] : []);
  badge(turn, outcome, reply ? `answered ${outcome}` : "soft");
  finish(turn);
  return turn;
}

// A button that asks a question, by a reading of it if one is given; `shown` is how the question is shown then.
function sayButton(label, say, shown, reading) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "say", textContent: label });
  Object.assign(button.dataset, { say, shown }, reading && { reading });
  return button;
}

function reopen(id) {
  const conversation = conversations().find((item) => item.id === id);
  if (!conversation) { showHistory(); return; }
  asking?.abort();
  error.textContent = "";
  const options = [...form.elements.graph.options];
  const option = options.find((item) => item.dataset.key === conversation.graph);
  if (!option) error.textContent = `The graph ${conversation.shown} is not on this page: what is asked next begins anew.`;
  else if (!option.selected) {
    option.selected = true;
    showChosen();
    showExamples();
  }
  showConversation(conversation.id === current.id ? current : conversation);
  at("#turns").scrollIntoView();
  question.focus({ preventScroll: true });
}

function newTurn(text) {
  const turn = at("#turn").content.cloneNode(true).firstElementChild;
  at(".asked", turn).textContent = text;
  const section = sectionOf(current);
  all(".turn", section).forEach((other) => { other.open = false; });
  section.prepend(turn);
  if (turn.getBoundingClientRect().top > innerHeight / 2) turn.scrollIntoView();
  return turn;
}

function finish(turn) {
  turn.classList.remove("asking");
  at(".steps", turn).hidden = !at(".steps li", turn);
  at(".now", turn).textContent = `(${all(".steps .name", turn).length})`;
}

function showRead(turn, text) {
  at(".read", turn).textContent = text ? `Read as: ${text}` : "";
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
  else if (record.type === "read") showRead(turn, record.text);
  else if (record.type === "picture") draw(turn, record.elements);
  else if (record.type === "error") showProblem(turn, record.text);
  else if (record.type === "confirm") at(".waiting", turn).innerHTML = record.html;
  else if (record.type === "answer") {
    at(".answer", turn).innerHTML = record.html;
    at(".steps", turn).open = false;
    badge(turn, record.status, `answered ${record.status}`);
  }
}

// Asks what a button says. A choice is read by the turn that offers it, not by later ones.
function askFrom(button) {
  const { say, shown, reading } = button.dataset, turn = button.closest(".turn");
  ask(say, shown, Number(turn.dataset.number) + 1, reading);
  question.focus({ preventScroll: true });
}

// Asks in the conversation that is shown, as what follows its first turns. `shown` stands for the question where it
// is not what a person would say. `reading` is the reading that it is asked by, as JSON, if one was chosen.
async function ask(text, shown = text, upTo = current.turns.length, reading = "") {
  if (asking) asking.abort();
  if (current.graph !== chosenGraph().key) begin();
  error.textContent = "";
  const turn = newTurn(shown);
  const kept = { question: shown, read: "", again: text, reading, outcome: "", reply: "", turn: null };
  const body = {
    ...choices(), question: text, earlier: earlier(current, upTo), reading: reading ? JSON.parse(reading) : null,
  };
  await follow("/ask", body, { turn, kept, conversation: current });
}

// Replies to what the run of a turn waits for.
function reply(form, submitter) {
  const turn = form.closest(".turn"), { thread, ...run } = waiting.get(turn), said = replyOf(form, submitter);
  waiting.delete(turn);
  at(".waiting", turn).replaceChildren();
  if (asking) asking.abort();
  badge(turn, "asking", "soft");
  follow("/reply", { thread, reply: said }, run);
}

// Shows a run as it goes on, until it has an answer, fails, or waits for a person.
async function follow(address, body, run) {
  const own = new AbortController(), { turn, kept, conversation } = run;
  asking = own;
  at("#stop").hidden = false;
  turn.classList.add("asking");
  showPlace();
  try {
    const response = await fetch(address, {
      method: "POST", signal: own.signal,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`);
    for await (const record of records(response)) {
      show(turn, record);
      if (record.type === "read") [kept.read, kept.again] = [record.text, record.again];
      else if (record.type === "answer") [kept.reply, kept.turn] = [record.reply, record.turn];
      else if (record.type === "confirm") waiting.set(turn, { thread: record.thread, ...run });
    }
  } catch (problem) {
    if (own.signal.aborted) badge(turn, "stopped", "soft");
    else showProblem(turn, `The server cannot be reached: ${problem.message}`);
  } finally {
    finish(turn);
    if (asking === own) { asking = null; at("#stop").hidden = true; }
    if (waiting.has(turn)) awaitReply(turn);
    else keepTurn(turn, kept, conversation);
    showPlace();
  }
}

function awaitReply(turn) {
  badge(turn, "waits for you", "soft");
  at(".steps", turn).open = false;
  at(".waiting :is(select, textarea, input)", turn).focus();
}

function keepTurn(turn, kept, conversation) {
  if (at(".badge", turn).textContent === "asking") showProblem(turn, "The run ended without an answer.");
  kept.outcome = at(".badge", turn).textContent;
  turn.dataset.number = conversation.turns.push(kept) - 1;
  keep(conversation);
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
  const items = conversations().map((conversation) => {
    const { id, turns, shown } = conversation, item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "open" });
    button.dataset.id = id;
    button.textContent = turns[0].question;
    if (id === current.id) button.setAttribute("aria-current", "true");
    const told = [turns.length > 1 ? `${turns.length} questions` : turns[0].outcome];
    if (form.elements.graph.options.length > 1) told.push(shown);
    item.append(button, ` ${told.join(", ")}`);
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

at("#turns").addEventListener("submit", (event) => {
  event.preventDefault();
  reply(event.target, event.submitter);
});
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
    begin();
    showExamples();
  }
});
at("#new").addEventListener("click", () => { begin(); question.focus(); });
at("#forget").addEventListener("click", () => { forget(); showHistory(); question.focus(); });
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.matches(".example")) {
    question.value = button.textContent;
    form.requestSubmit();
  } else if (button?.matches(".say")) askFrom(button);
  else if (button?.matches(".open")) reopen(button.dataset.id);
  else if (button?.matches(".copy")) copy(button);
  else if (button?.matches(".cite")) mark(button);
});

addEventListener("themechange", () => pictures.forEach((picture) => picture.recolour()));

showChosen();
begin();
showExamples();
