import { nameWords, type Operation, type PathSegment } from "@onespec/spec-core";

/** Turns a noun into its verb: `assignment` becomes `assign`. Returns other words unchanged. */
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

/**
 * The last word in an operation's path that is not a parameter: `cancel` in `/orders/{id}/cancel`,
 * `/orders/cancel/{id}` and `/orders/{id}:cancel`.
 */
export function lastLiteral({ template }: Pick<Operation, "template">): string {
  return template.segments.map(wordIn).findLast((word) => word !== "") ?? "";
}

/** The last segment of an operation's path, if it is a word. Empty if it is a parameter. */
export function endLiteral({ template }: Pick<Operation, "template">): string {
  const last = template.segments.at(-1);
  return last ? wordIn(last) : "";
}

/** The word of a segment: the segment itself, or `cancel` in `{id}:cancel`. Empty for a parameter. */
function wordIn(segment: PathSegment): string {
  if (segment.kind === "literal") return segment.text;
  const last = segment.kind === "pattern" ? segment.parts.at(-1) : undefined;
  return last && "literal" in last ? (/^:([\w-]+)$/.exec(last.literal)?.[1] ?? "") : "";
}

/** True if the verb only asks for an answer and changes nothing: `POST /rates/preview`, `POST /verifyToken`. */
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
