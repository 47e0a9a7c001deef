// What a person says to what a run shows, as the reply that the server takes: "accept", or an object.
export function replyOf(form, submitter) {
  const { kind } = form.dataset, fields = form.elements;
  if (kind === "topics") return topicsReply(form);
  if (kind === "plan") return planReply(fields.split, fields.depth);
  return submitter?.value === "reject" ? { reject: fields.reason.value } : "accept";
}

function topicsReply(form) {
  const keep = [], remove = [], replace = {}, add = form.elements.add.value.split(/\s+/).filter(Boolean);
  for (const select of form.querySelectorAll("select")) {
    const { iri } = select.dataset, chosen = select.selectedOptions[0];
    if (chosen.value === "keep") keep.push(iri);
    else if (chosen.value === "remove") remove.push(iri);
    else if (chosen.value === "replace") replace[iri] = chosen.dataset.iri;
  }
  const isChanged = keep.length || remove.length || add.length || Object.keys(replace).length;
  return isChanged ? { keep, remove, replace, add } : "accept";
}

// What was not changed is not said.
function planReply(split, depth) {
  const said = {};
  if (split.value !== split.defaultValue) said.split_questions = split.value.split("\n").filter((line) => line.trim());
  if (depth.value !== depth.defaultValue) said.predicted_depth = depth.value;
  return Object.keys(said).length ? said : "accept";
}
