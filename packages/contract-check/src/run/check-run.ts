import type { RawDocument } from "../description/raw-document.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import type { Random } from "../request/random.js";
import type { Style } from "../request/valid-value.js";
import { sentBody } from "./accepted-body.js";
import type { ApiClient, Reply } from "./api-client.js";
import type { Credentials } from "./credentials.js";
import { createFinding, type Exchange, type Fault, type Finding } from "./finding.js";
import { madeUpIds } from "./related-ids.js";

/** The state that all parts of the check of one server share. */
export interface CheckRun {
  readonly raw: RawDocument;
  readonly judge: SchemaJudge;
  /** Records each exchange for findings, and each created record. */
  readonly client: ApiClient;
  /** The operations that may be called. */
  readonly operations: readonly RawOperation[];
  /** All operations of the description. */
  readonly declared: readonly RawOperation[];
  readonly pairs: readonly RawPair[];
  /** The id of a record of a resource that others may refer to. */
  relatedId(pair: RawPair): Promise<string | undefined>;
  readonly credentials: Credentials;
  readonly random: Random;
  /** The path before the description's paths, without a trailing slash. */
  basePath(style: Style): string;
  /** True if the check may change existing records. */
  readonly isDisposable: boolean;
  /** Id of the finding to reproduce. Then all requests are sent, not a random choice. */
  readonly replay: string | undefined;
  /** Rules that only the caller's server must keep. */
  readonly house: HouseRules;
  /** Paths that a DELETE has emptied. */
  readonly deleted: Set<string>;
  /** Full paths of writes that failed with 5xx. Records there may be incomplete. */
  readonly failed: Set<string>;
  /** The subject being checked, and its exchanges so far. */
  readonly current: { subject: string; exchanges: Exchange[] };
  readonly findings: Findings;
}

/** Rules beyond the description. */
export interface HouseRules {
  /** True if two reads must give the same answer. Default: false, because answers may contain the time. */
  readonly readsAreEqual?: boolean;
  /** Checks the body of a rejection without a documented schema. Default: accepts every body. */
  readonly isRefusal?: (reply: Reply) => boolean;
}

/** The findings so far. Each part of the check adds to them while it runs. */
export interface Findings {
  /** Answers to valid requests. */
  answers: number;
  /** Keys of the operations with an answer to a valid request that was judged. */
  readonly judged: Set<string>;
  /** Keys of the operations that need credentials and answered a request without any. */
  readonly unguarded: Set<string>;
  /** Every occurrence of a finding. */
  readonly failures: Finding[];
  /** Parts of the check that could not run, with the reason. */
  readonly skipped: Skipped[];
  readonly stories: StoryResult[];
  /** Invalid requests sent. */
  invalid: number;
}

export interface Skipped {
  /** An operation, or the path of a story. */
  readonly subject: string;
  readonly style: Style;
  readonly reason: string;
}

export type Outcome = "whole" | "broken" | "undecidable";

/** The result of a story, which is a sequence of requests. */
export interface StoryResult {
  readonly kind: "pair" | "singleton" | "list" | "file";
  /** The item path of a pair. For other stories, the path. */
  readonly path: string;
  readonly pair?: RawPair;
  readonly style: Style;
  /** `whole`: every declared step passed. `undecidable`: the description does not say enough to judge, see `reason`. */
  readonly outcome: Outcome;
  readonly reason: string;
}

/** True if the replayed finding was found again. */
export function isReplayed({ replay, findings }: Pick<CheckRun, "replay" | "findings">): boolean {
  return replay !== undefined && findings.failures.some(({ id }) => id === replay);
}

/** Adds a finding about the last exchange, with those before it in a story. */
export function addFinding(
  run: CheckRun,
  { key }: RawOperation,
  phase: Finding["phase"],
  style: Style,
  fault: Fault,
): void {
  const { subject, exchanges } = run.current;
  const hints = fault.rule === "valid-refused" ? referenceHints(run) : [];
  const shown = phase === "pair" || phase === "story" || run.replay !== undefined ? exchanges : exchanges.slice(-1);
  for (const each of [{ ...fault, details: [...fault.details, ...hints] }, ...(fault.others ?? [])])
    run.findings.failures.push(createFinding(each, { subject, operation: key, phase, style, exchanges: [...shown] }));
}

/** If a request was rejected and its ids are generated, explains how to give valid ones. */
function referenceHints(run: CheckRun): string[] {
  const names = madeUpIds(run, sentBody(run.current.exchanges.at(-1)?.request ?? { body: undefined }));
  if (names.length === 0) return [];
  const [are, them, property] = names.length === 1 ? ["is", "it", "the property"] : ["are", "them", "each property"];
  const shown = names.map((name) => `\`${name}\``).join(", ");
  return [
    `${shown} ${are} made up. If records must exist for ${them}, give ${property} an \`example\` with an id that exists.`,
  ];
}
