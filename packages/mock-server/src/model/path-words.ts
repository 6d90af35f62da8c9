import { nameWords, type Operation, type PathSegment } from "@onespec/spec-core";

/** The verb of its noun: `assign` of `assignment`. Other words stay. */
export function verbOfNoun(word: string): string {
  return VERBS.get(word.toLowerCase()) ?? word;
}

const VERBS: ReadonlyMap<string, string> = new Map(
  (
    "acknowledgement acknowledge, acknowledgment acknowledge, activation activate, approval approve, assignment assign, cancelation cancel, " +
    "cancellation cancel, completion complete, confirmation confirm, deactivation deactivate, publication publish, rejection reject, " +
    "resolution resolve, resumption resume, submission submit, suspension suspend, termination terminate"
  )
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** The last plain word of an operation's path: `cancel` of `/orders/{id}/cancel`, `/orders/cancel/{id}` and `/orders/{id}:cancel`. */
export function lastLiteral({ template }: Pick<Operation, "template">): string {
  return template.segments.map(wordIn).findLast((word) => word !== "") ?? "";
}

/** The plain word at the end of an operation's path; empty if a parameter is there. */
export function endLiteral({ template }: Pick<Operation, "template">): string {
  const last = template.segments.at(-1);
  return last ? wordIn(last) : "";
}

/** A segment without parameters, and `cancel` of `{id}:cancel`. */
function wordIn(segment: PathSegment): string {
  if (segment.kind === "literal") return segment.text;
  const last = segment.kind === "pattern" ? segment.parts.at(-1) : undefined;
  return last && "literal" in last ? (/^:([\w-]+)$/.exec(last.literal)?.[1] ?? "") : "";
}

/** True for a verb that asks for an answer and changes nothing: `POST /rates/preview`, `POST /verifyToken`. */
export function onlyAnswers(operation: Pick<Operation, "template">): boolean {
  return nameWords(lastLiteral(operation)).some((word) => ANSWERING.has(word));
}

const ANSWERING: ReadonlySet<string> = new Set(
  (
    "analyze analyse auth authenticate authorize calculate calculation calculator check classify compare completions compute convert count " +
    "decode decrypt diff download embed embeddings encode encrypt estimate evaluate exchange explain export fetch filter find generate geocode " +
    "get graphql introspect list login lookup match parse ping predict prediction preview price quote query read recommend render report " +
    "resolve sample score search sign simulate simulation suggest summarize test token tokens translate validate validation verify view"
  ).split(" "),
);
