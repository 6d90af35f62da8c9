import { isDeepStrictEqual } from "node:util";
import type { Played } from "./play.js";
import type { Row } from "./row.js";

/** Lists everything the row expects that the answers lack, one text each. */
export function shortfalls({ status, answer, says = [], answerHeaders = {} }: Row, answers: Played): readonly string[] {
  const [first = { status: 0, headers: {}, body: "" }] = answers;
  const found: string[] = [];
  const statuses = answers.map((each) => each.status);
  if (!isDeepStrictEqual(statuses, [status].flat())) found.push(`status ${statuses}, not ${status}: ${first.body}`);
  const body = typeof answer === "string" || first.body === "" ? first.body : parsed(first.body);
  if (answer !== undefined && !isDeepStrictEqual(body, answer)) found.push(`the body is ${first.body}`);
  for (const text of says) if (!first.body.includes(text)) found.push(`${text} is not in ${first.body}`);
  for (const [name, value] of Object.entries(answerHeaders)) {
    const sent = first.headers[name] ?? "";
    if (sent !== value) found.push(`${name}: ${sent}, not ${value}`);
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
