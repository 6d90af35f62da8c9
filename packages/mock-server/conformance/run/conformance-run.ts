import type { RawDocument } from "../description/raw-document.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import type { Random } from "../request/random.js";
import type { Style } from "../request/valid-value.js";
import type { ApiClient, Reply, SentRequest } from "./api-client.js";
import type { Fault } from "./check-reply.js";

/** What all parts of the test of one description share. */
export interface ConformanceRun {
  readonly raw: RawDocument;
  readonly judge: SchemaJudge;
  readonly client: ApiClient;
  readonly operations: readonly RawOperation[];
  readonly pairs: readonly RawPair[];
  readonly random: Random;
  /** The path of the first server's URL, without a trailing slash; `""` when it has none. */
  readonly basePath: string;
  /** Paths that a DELETE has emptied. */
  readonly deleted: Set<string>;
  readonly findings: Findings;
}

/** What was found so far; written by the parts as they go. */
export interface Findings {
  /** Answers to valid requests. */
  answers: number;
  readonly failures: Failure[];
  /** Valid requests that could not be made, with the reason. */
  readonly skipped: { readonly operation: string; readonly style: Style; readonly reason: string }[];
  readonly pairs: PairFinding[];
  readonly singletons: SingletonFinding[];
  /** Invalid requests sent. */
  invalid: number;
}

export interface Failure {
  readonly phase: "operation" | "pair" | "invalid";
  readonly style: Style;
  /** `GET /pets/{petId}`. */
  readonly operation: string;
  readonly fault: Fault;
  readonly request: SentRequest;
  readonly reply: Reply | undefined;
}

export type Outcome = "whole" | "broken" | "undecidable";

export interface SingletonFinding {
  readonly path: string;
  readonly style: Style;
  readonly outcome: Outcome;
  readonly reason: string;
}

export interface PairFinding {
  readonly pair: RawPair;
  readonly style: Style;
  /** `whole`: every declared step passed; `undecidable`: the contract does not let a client know the id, for `reason`. */
  readonly outcome: Outcome;
  readonly reason: string;
}
