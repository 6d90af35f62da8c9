import type { RawPair } from "../description/raw-pair.js";
import type { FaultKind } from "../run/check-reply.js";
import type { Failure, Outcome } from "../run/conformance-run.js";
import type { DescriptionReport } from "../run/run-description.js";

/** The figures of one description, or of several together. */
export interface Summary {
  readonly operations: number;
  /** Answers to valid requests. */
  readonly answers: number;
  /** Answers that fit the description. Those of the next three counts are not among them. */
  readonly valid: number;
  /** 404 for a record that is not there, on operations that document no 404: neither right nor wrong. */
  readonly absent: number;
  /** Answers that no server could get right, because their schema contradicts itself. */
  readonly contradictory: number;
  /** Answers with a body where the description names no content: neither right nor wrong. */
  readonly undescribed: number;
  readonly serverErrors: number;
  /** Pairs with a create and a read, as every client walked them. */
  readonly pairs: PairCount;
  /** The other pairs: lists with an item path, but without a create or without a read. */
  readonly otherPairs: PairCount;
  /** Documents that are read and written at one path. */
  readonly singletons: PairCount;
  readonly invalid: number;
  readonly refused: number;
  /** Valid requests that could not be made. */
  readonly skipped: number;
}

export interface PairCount {
  readonly whole: number;
  readonly broken: number;
  readonly undecidable: number;
}

export function summarize(reports: readonly DescriptionReport[]): Summary {
  const findings = reports.map((report) => report.findings);
  const failures = findings.flatMap((each) => each.failures);
  const toValid = failures.filter(({ phase }) => phase !== "invalid");
  const answers = sum(findings.map((each) => each.answers));
  const absent = countKind(toValid, "undocumented 404 of an absent record");
  const contradictory = countKind(toValid, "contradictory schema");
  const undescribed = countKind(toValid, "body not documented");
  const invalid = sum(findings.map((each) => each.invalid));
  const pairs = findings.flatMap((each) => each.pairs);
  return {
    operations: sum(reports.map((report) => report.operations)),
    answers,
    valid: answers - toValid.length,
    absent,
    contradictory,
    undescribed,
    serverErrors: failures.filter(({ fault }) => fault.kind === "server error" || fault.kind === "no answer").length,
    pairs: countPairs(pairs.filter(({ pair }) => isCrud(pair))),
    otherPairs: countPairs(pairs.filter(({ pair }) => !isCrud(pair))),
    singletons: countPairs(findings.flatMap((each) => each.singletons)),
    invalid,
    refused: invalid - failures.filter((failure) => failure.phase === "invalid" && !isApart(failure)).length,
    skipped: sum(findings.map((each) => each.skipped.length)),
  };
}

/** Share of the answers that fit, of those that can be judged; 1 when there are none. */
export function validShare({ valid, answers, absent, contradictory, undescribed }: Summary): number {
  const judged = answers - absent - contradictory - undescribed;
  return judged === 0 ? 1 : valid / judged;
}

/** Share of the decidable pairs that are whole; 1 when there are none. */
export function wholeShare({ whole, broken }: PairCount): number {
  return whole + broken === 0 ? 1 : whole / (whole + broken);
}

/** Counted apart: whatever a server does here, it is not its fault. */
export function isApart({ fault }: Failure): boolean {
  return APART.has(fault.kind);
}

const APART = new Set<FaultKind>([
  "undocumented 404 of an absent record",
  "contradictory schema",
  "body not documented",
]);

/** A pair that a client can fill and read back. */
export function isCrud(pair: RawPair): boolean {
  return pair.create !== undefined && pair.read !== undefined;
}

function countKind(failures: readonly Failure[], kind: FaultKind): number {
  return failures.filter(({ fault }) => fault.kind === kind).length;
}

function countPairs(findings: readonly { readonly outcome: Outcome }[]): PairCount {
  const count = (outcome: Outcome): number => findings.filter((each) => each.outcome === outcome).length;
  return { whole: count("whole"), broken: count("broken"), undecidable: count("undecidable") };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
