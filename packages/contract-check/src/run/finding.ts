import { createHash } from "node:crypto";
import type { Style } from "../request/valid-value.js";
import type { Reply, SentRequest } from "./api-client.js";
import { isNote, RULES, type RuleCode } from "./rules.js";

/** One mistake in an answer. */
export interface Fault {
  readonly rule: RuleCode;
  /** The exact mistake, without values that differ from run to run; part of the finding's id. */
  readonly aspect?: string;
  /** The same mistake behind many findings; default: the aspect. */
  readonly cause?: string | undefined;
  readonly details: readonly string[];
  /** Further mistakes of the same answer, each a finding of its own. */
  readonly others?: readonly Fault[];
}

/** A request and what came back. */
export interface Exchange {
  readonly request: SentRequest;
  /** `undefined`: no answer came. */
  readonly reply: Reply | undefined;
}

/** One way in which the server is not what its description says. */
export interface Finding {
  /** The same in every run, while the operation and the mistake are the same. */
  readonly id: string;
  readonly rule: RuleCode;
  /** A `note` fails no check. */
  readonly severity: "error" | "note";
  readonly title: string;
  /** `GET /pets/{petId}`. */
  readonly operation: string;
  /** Which part of the check found it. */
  readonly subject: string;
  readonly phase: "operation" | "pair" | "invalid" | "story";
  readonly style: Style;
  /** The exact mistake, without values that differ from run to run; `""` if the rule says it all. */
  readonly aspect: string;
  /** Findings of one rule with the same cause are one mistake. */
  readonly cause: string;
  readonly details: readonly string[];
  /** Requests and answers, in order. The last one shows the mistake. */
  readonly exchanges: readonly Exchange[];
}

export interface FindingSource {
  readonly subject: string;
  readonly operation: string;
  readonly phase: Finding["phase"];
  readonly style: Style;
  readonly exchanges: readonly Exchange[];
}

export function createFinding({ rule, aspect = "", cause, details }: Fault, source: FindingSource): Finding {
  const severity = isNote(rule) ? "note" : "error";
  const id = findingId(subjectId(source.subject), hash(`${rule} ${source.operation} ${aspect}`).slice(0, 6));
  return { id, rule, severity, title: RULES[rule], ...source, aspect, cause: cause ?? aspect, details };
}

/** The digits in the middle tell a mistyped id. */
function findingId(subject: string, mistake: string): string {
  return `${subject}${hash(`${subject} ${mistake}`).slice(0, 2)}-${mistake}`;
}

/** The subject of a finding's id; `undefined` for a text that no finding has as its id. */
export function subjectOfId(id: string): string | undefined {
  const [, subject = "", mistake = ""] = /^([0-9a-f]{4})[0-9a-f]{2}-([0-9a-f]{6})$/.exec(id) ?? [];
  return findingId(subject, mistake) === id ? subject : undefined;
}

/** The first part of the ids of all findings of a subject. */
export function subjectId(subject: string): string {
  return hash(subject).slice(0, 4);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
