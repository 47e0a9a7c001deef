// The conversations of this browser: what was said, how it ended, and by what the server reads a follow-up. Only the
// latter is sent to it, with the next question of the same conversation.
const KEY = "pog-agent-conversations", MOST = 30, LOOKED_BACK = 5;

export function conversations() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(kept) ? kept.filter((item) => item?.id && item.turns?.length) : [];
  } catch {
    return [];
  }
}

// `turns` are objects: question, read (what it was read as), again (what asks the same without the conversation, if
// anything does), reading (the one that it was asked by, if one was chosen), outcome, reply (text), turn (for the
// server, or null).
// `meant` is what somebody said there that words mean.
export function newConversation(graph, shown) {
  return { id: `${Date.now()}-${Math.random()}`, graph, shown, turns: [], meant: [] };
}

// What the server needs of the first turns, so many of them, to read what follows them.
export function earlier(conversation, upTo = conversation.turns.length) {
  return conversation.turns.slice(0, upTo).map((item) => item.turn).filter(Boolean).slice(-LOOKED_BACK);
}

export function keep(conversation) {
  const needed = new Set(earlier(conversation));
  const turns = conversation.turns.map((item) => needed.has(item.turn) ? item : { ...item, turn: null });
  const others = conversations().filter((item) => item.id !== conversation.id);
  const kept = [{ ...conversation, turns }, ...others].slice(0, MOST);
  while (kept.length) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      return;
    } catch {
      kept.pop(); // No room for all of them, or a browser that keeps nothing.
    }
  }
}

export function forget() {
  try { localStorage.removeItem(KEY); } catch { /* There is nothing to forget. */ }
}
