// Short names for looking things up and making them.
export const at = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

export function button(className, textContent, data = {}) {
  const made = Object.assign(document.createElement("button"), { type: "button", className, textContent });
  Object.assign(made.dataset, data);
  return made;
}
