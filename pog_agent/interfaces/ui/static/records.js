// The records of a response, one in each line.
export async function* records(response) {
  if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`);
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

export function posted(address, body, signal) {
  return fetch(address, {
    method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
}

// The only record of a short response; what went wrong is a record of the type "error".
export async function only(response) {
  try {
    for await (const record of records(await response)) return record;
  } catch (problem) {
    return { type: "error", text: `The server cannot be reached: ${problem.message}` };
  }
  return { type: "error", text: "The server has said nothing." };
}
