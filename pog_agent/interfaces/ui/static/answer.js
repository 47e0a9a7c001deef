// What the buttons of an answer do that ask nothing: marking, copying, saving, judging.
import { all, at } from "./dom.js";
import { only, posted } from "./records.js";

const tables = new WeakMap(), runs = new WeakMap();

export function keepTable(turn, csv) { tables.set(turn, csv); }

// The recorded run of an answer: its picture, and the address of its page.
export function showRun(turn, { name, html }) {
  runs.set(turn, name);
  const link = at(".run-link", turn), picture = at(".picture", turn);
  if (!link) return;
  link.href = `/run/${encodeURIComponent(name)}`;
  picture.innerHTML = html;
  for (const part of [link, at(".judge", turn)]) if (part) part.hidden = false;
}

export function mark(button) {
  const turn = button.closest(".turn"), isOn = button.getAttribute("aria-pressed") !== "true";
  const wanted = new Set(isOn ? button.dataset.facts.split(" ").filter(Boolean) : []);
  all(".cite", turn).forEach((other) => other.setAttribute("aria-pressed", String(isOn && other === button)));
  for (const svg of all(".picture svg", turn)) {
    svg.classList.toggle("marking", isOn);
    for (const part of all("[data-facts]", svg)) {
      part.classList.toggle("marked", part.dataset.facts.split(" ").some((fact) => wanted.has(fact)));
    }
  }
}

export async function copy(button) {
  const told = button.parentElement.querySelector(".copied"), text = at("pre", button.parentElement);
  try {
    await navigator.clipboard.writeText(text.textContent);
    told.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(text);
    told.textContent = "Selected: copy it with your keyboard";
  }
}

export function save(button) {
  const url = URL.createObjectURL(new Blob([tables.get(button.closest(".turn"))], { type: "text/csv" }));
  Object.assign(document.createElement("a"), { href: url, download: "answers.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Right is written at once; of a wrong answer the page asks first what is right.
export function judge(button) {
  const turn = button.closest(".turn");
  all(".opinion", turn).forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
  const form = at(".expected", turn);
  form.hidden = button.value === "right";
  if (form.hidden) write(turn, { opinion: "right" });
  else at("textarea", form).focus();
}

export function sendExpected(form, submitter) {
  const said = at("textarea", form).value.split("\n").filter((line) => line.trim());
  const expected = submitter?.value === "none" ? [] : said.length ? said : null;
  form.hidden = true;
  write(form.closest(".turn"), { opinion: "wrong", expected });
}

async function write(turn, said) {
  const told = at(".judged", turn);
  told.textContent = "";
  told.textContent = (await only(posted("/feedback", { run: runs.get(turn), ...said }))).text;
}
