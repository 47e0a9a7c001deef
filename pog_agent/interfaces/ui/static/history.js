// What was asked in this browser: questions and how each ended. It never leaves the browser.
const KEY = "pog-agent-history", MOST = 30;

export function history() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(kept) ? kept.filter((item) => typeof item?.question === "string") : [];
  } catch {
    return [];
  }
}

export function addToHistory(question, outcome) {
  const others = history().filter((item) => item.question !== question);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ question, outcome }, ...others].slice(0, MOST)));
  } catch { /* A browser that keeps nothing has no history. */ }
}

export function forgetHistory() {
  try { localStorage.removeItem(KEY); } catch { /* There is nothing to forget. */ }
}
