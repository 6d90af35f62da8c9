import { createHash } from "node:crypto";
import type { Style } from "../request/valid-value.js";
import type { Reply, SentRequest } from "./api-client.js";
import { isNote, RULES, type RuleCode } from "./rules.js";

/** One mistake in an answer. */
export interface Fault {
  readonly rule: RuleCode;
  /** The exact mistake, without values that differ between runs. It is part of the finding's id. */
  readonly aspect?: string;
  /** Groups findings with the same mistake. Default: the aspect. */
  readonly cause?: string | undefined;
  readonly details: readonly string[];
  /** Further mistakes in the same answer. Each becomes a separate finding. */
  readonly others?: readonly Fault[];
}

/** A request and its answer. */
export interface Exchange {
  readonly request: SentRequest;
  /** `undefined`: no answer came. */
  readonly reply: Reply | undefined;
}

/** One difference between the server and its description. */
export interface Finding {
  /** The same in every run, while the operation and the mistake are the same. */
  readonly id: string;
  readonly rule: RuleCode;
  /** A `note` does not fail the check. */
  readonly severity: "error" | "note";
  readonly title: string;
  /** `GET /pets/{petId}`. */
  readonly operation: string;
  /** The part of the check that found it. */
  readonly subject: string;
  readonly phase: "operation" | "pair" | "invalid" | "story";
  readonly style: Style;
  /** The exact mistake, without values that differ between runs. `""` if the rule already names it. */
  readonly aspect: string;
  /** Findings with the same rule and cause are one mistake. */
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

/** The digits in the middle are a checksum, which detects a mistyped id. */
function findingId(subject: string, mistake: string): string {
  return `${subject}${hash(`${subject} ${mistake}`).slice(0, 2)}-${mistake}`;
}

/** The subject in a finding's id. `undefined` if the text cannot be an id. */
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
