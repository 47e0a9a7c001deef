import { copy, judge, keepTable, mark, save, sendExpected, showRun } from "./answer.js";
import { replyOf } from "./confirm.js";
import { conversations, earlier, forget, keep, newConversation } from "./conversations.js";
import { all, at, button } from "./dom.js";
import { showCard, showEntity } from "./graph.js";
import { posted, records } from "./records.js";

const form = at("#ask"), question = at("#question"), error = at("#error");
const waiting = new Map();
let asking = null, current = null;

function chosenGraph() {
  const option = form.elements.graph.selectedOptions[0];
  return { number: option.value, key: option.dataset.key, shown: option.textContent.trim() };
}

function showGraph() {
  const graph = chosenGraph();
  showCard(graph, () => graph.number === form.elements.graph.value);
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
    at("#turns").append(section);
    conversation.turns.forEach((item, number) => { showKept(item).dataset.number = number; });
  }
  all("#turns > section").forEach((section) => { section.hidden = section.dataset.id !== conversation.id; });
  showPlace();
}

function showPlace() {
  const isBegun = current.turns.length > 0 || asking !== null;
  at("#new").hidden = !isBegun;
  at("#welcome").hidden = isBegun;
  at("#card").open = !isBegun || matchMedia("(min-width: 70rem)").matches;
  question.placeholder = isBegun ? "A follow-up, or something new" : "Ask a question";
  showHistory();
}

function showKept({ question: text, read, again, reading, reply }) {
  const turn = newTurn(text), told = document.createElement("p");
  showRead(turn, read);
  told.className = "kept";
  told.textContent = reply || "It has no reply.";
  at(".answer", turn).append(told);
  if (again) {
    const data = { say: again, shown: reading ? text : again, ...reading && { reading } };
    at(".answer", turn).append(button("say", "Ask again", data));
  }
  return finish(turn);
}

function reopen(id) {
  const conversation = conversations().find((item) => item.id === id);
  if (!conversation) { showHistory(); return; }
  asking?.abort();
  error.textContent = "";
  const option = [...form.elements.graph.options].find((item) => item.dataset.key === conversation.graph);
  if (!option) error.textContent = `The graph ${conversation.shown} is not on this page: what is asked next begins anew.`;
  else if (!option.selected) {
    option.selected = true;
    showGraph();
  }
  at("#history").open = false;
  showConversation(conversation.id === current.id ? current : conversation);
  form.scrollIntoView();
  question.focus({ preventScroll: true });
}

function newTurn(text) {
  const turn = at("#turn").content.cloneNode(true).firstElementChild;
  at(".asked", turn).textContent = text;
  sectionOf(current).append(turn);
  return turn;
}

function finish(turn) {
  turn.classList.remove("asking");
  at(".steps", turn).hidden = !at(".steps li", turn);
  at(".steps .number", turn).textContent = `(${all(".steps .name", turn).length})`;
  at(".now", turn).textContent = "";
  return turn;
}

function showRead(turn, text) {
  at(".read", turn).textContent = text ? `Read as: ${text}` : "";
}

function show(turn, record) {
  if (record.type === "started") at(".now", turn).textContent = record.text;
  else if (record.type === "step") at(".steps ol", turn).insertAdjacentHTML("beforeend", record.html);
  else if (record.type === "read") showRead(turn, record.text);
  else if (record.type === "run") showRun(turn, record);
  else if (record.type === "groups") at(".total", turn)?.append(record.text);
  else if (record.type === "suggested") (at(".suggested", turn) || {}).innerHTML = record.html;
  else if (record.type === "error") at(".problem", turn).textContent = record.text;
  else if (record.type === "confirm") at(".waiting", turn).innerHTML = record.html;
  else if (record.type === "answer") {
    at(".answer", turn).innerHTML = record.html;
    at(".now", turn).textContent = "";
    keepTable(turn, record.csv);
    settleDoubts(turn);
  }
}

// What somebody has said once is not asked again in the conversation.
function settleDoubts(turn) {
  const said = new Set((current.meant || []).map((item) => JSON.stringify(item)));
  for (const doubt of all(".doubt", turn)) {
    if (said.has(JSON.stringify(JSON.parse(doubt.dataset.meant)))) doubt.remove();
  }
}

// Yes: the words mean this from now on in the conversation, and the question is asked again.
function agree(doubt) {
  const turn = doubt.closest(".turn"), { again, question: shown } = current.turns[turn.dataset.number];
  current.meant = [...current.meant || [], JSON.parse(doubt.dataset.meant)];
  ask(again || shown, shown, Number(turn.dataset.number));
}

// No: the other readings and questions are shown, and the question can be put in other words.
function disagree(doubt) {
  const turn = doubt.closest(".turn");
  at(".suggested", turn).hidden = false;
  doubt.replaceChildren(`Choose what you mean below, or say it in other words than "${doubt.dataset.words}".`);
  question.value = at(".asked", turn).textContent;
  question.focus();
}

// Asks what a button says. A choice is read by the turn that offers it, not by later ones.
function askFrom(pressed) {
  const { say, shown, reading } = pressed.dataset, turn = pressed.closest(".turn");
  ask(say, shown, Number(turn.dataset.number) + 1, reading);
}

// Asks in the conversation that is shown, as what follows its first turns. `shown` stands for the question where it
// is not what a person would say. `reading` is the reading that it is asked by, as JSON, if one was chosen.
async function ask(text, shown = text, upTo = current.turns.length, reading = "") {
  asking?.abort();
  if (current.graph !== chosenGraph().key) begin();
  error.textContent = "";
  const turn = newTurn(shown);
  const kept = { question: shown, read: "", again: text, reading, outcome: "", reply: "", turn: null };
  const body = {
    ...Object.fromEntries(new FormData(form)), question: text, earlier: earlier(current, upTo),
    meant: current.meant || [], reading: reading ? JSON.parse(reading) : null,
  };
  question.focus({ preventScroll: true });
  await follow("/ask", body, { turn, kept, conversation: current });
}

// Replies to what the run of a turn waits for.
function reply(confirming, submitter) {
  const turn = confirming.closest(".turn"), { thread, ...run } = waiting.get(turn);
  const said = replyOf(confirming, submitter);
  waiting.delete(turn);
  at(".waiting", turn).replaceChildren();
  asking?.abort();
  follow("/reply", { thread, reply: said }, run);
}

// Shows a run as it goes on, until it has an answer, fails, or waits for a person.
async function follow(address, body, run) {
  const own = new AbortController(), { turn, kept, conversation } = run;
  asking = own;
  at("#stop").hidden = false;
  turn.classList.add("asking");
  kept.outcome = "";
  showPlace();
  turn.scrollIntoView({ block: "start" });
  try {
    for await (const record of records(await posted(address, body, own.signal))) {
      show(turn, record);
      if (record.type === "read") [kept.read, kept.again] = [record.text, record.again];
      else if (record.type === "answer") [kept.outcome, kept.reply, kept.turn] = [record.status, record.reply, record.turn];
      else if (record.type === "confirm") waiting.set(turn, { thread: record.thread, ...run });
      if (record.type === "run" || record.type === "error") endOf(run, own);
    }
  } catch (problem) {
    if (!own.signal.aborted) at(".problem", turn).textContent = `The server cannot be reached: ${problem.message}`;
    else kept.outcome ||= "stopped";
  } finally {
    endOf(run, own);
  }
}

// The end of a run as far as somebody waits for it; what may be asked instead can come later.
function endOf({ turn, kept, conversation }, own) {
  if (asking === own) { asking = null; at("#stop").hidden = true; }
  if (!turn.classList.contains("asking")) return;
  finish(turn);
  if (waiting.has(turn)) at(".waiting :is(select, textarea, input)", turn).focus();
  else {
    if (kept.outcome === "stopped") at(".now", turn).textContent = "Stopped.";
    else if (!kept.outcome) at(".problem", turn).textContent ||= "The run ended without an answer.";
    kept.outcome ||= "failed";
    turn.dataset.number = conversation.turns.push(kept) - 1;
    keep(conversation);
  }
  showPlace();
}

function showHistory() {
  const items = conversations().map(({ id, turns, shown }) => {
    const item = document.createElement("li"), told = [turns.length > 1 ? `${turns.length} questions` : turns[0].outcome];
    const opening = button("open", turns[0].question, { id });
    if (id === current.id) opening.setAttribute("aria-current", "true");
    if (form.elements.graph.options.length > 1) told.push(shown);
    item.append(opening, told.join(", "));
    return item;
  });
  at("#history").hidden = items.length === 0;
  at("#history ul").replaceChildren(...items);
}

at("#turns").addEventListener("submit", (event) => {
  event.preventDefault();
  (event.target.matches(".expected") ? sendExpected : reply)(event.target, event.submitter);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = question.value.trim();
  if (!text) { error.textContent = "There is no question: write one."; return; }
  question.value = "";
  ask(text);
});
question.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});
form.elements.graph.addEventListener("change", () => { error.textContent = ""; begin(); showGraph(); });
at("#stop").addEventListener("click", () => asking?.abort());
at("#new").addEventListener("click", () => { begin(); question.focus(); });
at("#forget").addEventListener("click", () => { forget(); showHistory(); question.focus(); });
document.addEventListener("click", (event) => {
  all(".menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  if (event.target.closest(".turn.asking")) return; // An answer can be gone on from once its run is over.
  const named = event.target.closest(".thing, .picture [data-iri]"), pressed = event.target.closest("button");
  if (named) showEntity(chosenGraph().number, named.dataset.name || named.dataset.iri);
  else if (pressed?.matches(".example")) ask(pressed.textContent);
  else if (pressed?.matches(".say")) askFrom(pressed);
  else if (pressed?.matches(".open")) reopen(pressed.dataset.id);
  else if (pressed?.matches(".agree")) agree(pressed.closest(".doubt"));
  else if (pressed?.matches(".disagree")) disagree(pressed.closest(".doubt"));
  else if (pressed?.matches(".copy")) copy(pressed);
  else if (pressed?.matches(".csv")) save(pressed);
  else if (pressed?.matches(".cite")) mark(pressed);
  else if (pressed?.matches(".opinion")) judge(pressed);
});

begin();
showGraph();
