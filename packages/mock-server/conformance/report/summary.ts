import type { Finding, Outcome, RawPair, RuleCode, StoryResult } from "@onespec/contract-check";
import type { DescriptionReport } from "../run/run-description.js";

/** The figures of one description, or of several together. */
export interface Summary {
  readonly operations: number;
  /** Answers to valid requests. */
  readonly answers: number;
  /** Answers that fit the description, without the answers of the next three counts. */
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
  /** Pages, filters and orders of lists, entity tags and idempotency keys. */
  readonly lists: PairCount;
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
  const checks = reports.flatMap(({ report }) => report ?? []);
  const failures = checks.flatMap((check) => check.failures);
  const toValid = failures.filter(({ phase }) => phase === "operation" || phase === "pair");
  const answers = sum(checks.map((check) => check.answers));
  const invalid = sum(checks.map((check) => check.invalid));
  const stories = checks.flatMap((check) => check.stories);
  const pairs = stories.filter(({ kind, pair }) => kind === "pair" && pair !== undefined);
  return {
    operations: sum(checks.map((check) => check.operations)),
    answers,
    valid: answers - toValid.length,
    absent: countRule(toValid, "absent-undocumented"),
    contradictory: countRule(toValid, "schema-contradictory"),
    undescribed: countRule(toValid, "body-undocumented"),
    serverErrors: failures.filter(({ rule }) => rule === "server-error" || rule === "no-answer").length,
    pairs: countStories(pairs.filter(({ pair }) => isCrud(pair))),
    otherPairs: countStories(pairs.filter(({ pair }) => !isCrud(pair))),
    singletons: countStories(stories.filter(({ kind }) => kind === "singleton")),
    lists: countStories(stories.filter(({ kind, pair }) => kind === "list" || (kind === "pair" && pair === undefined))),
    invalid,
    refused: invalid - failures.filter(({ phase, severity }) => phase === "invalid" && severity === "error").length,
    skipped: sum(checks.map((check) => check.skipped.length)),
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

/** A pair that a client can fill and read back. */
export function isCrud(pair: RawPair | undefined): boolean {
  return pair?.create !== undefined && pair.read !== undefined;
}

function countRule(failures: readonly Finding[], rule: RuleCode): number {
  return failures.filter((failure) => failure.rule === rule).length;
}

function countStories(stories: readonly StoryResult[]): PairCount {
  const count = (outcome: Outcome): number => stories.filter((each) => each.outcome === outcome).length;
  return { whole: count("whole"), broken: count("broken"), undecidable: count("undecidable") };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
