import type { ApiDescription, Operation } from "@onespec/spec-core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ContractCall } from "./model/contract-call.js";
import type { AnswerHandler, Guard, Handler, PreconditionCheck } from "./model/handler.js";
import type { Problem, ProblemDetail } from "./model/problem.js";
import type { FileStore } from "./model/sent-file.js";
import type { ProblemAnswers } from "./problems/problem-answer.js";
import type { RequestReader } from "./request/request-reader.js";
import type { Fitting } from "./response/fitting.js";
import type { ResponsePlan } from "./response/response-plan.js";
import type { CorsOptions } from "./routes/cors.js";
import type { RouteTable } from "./routes/route-table.js";

export interface HttpContractOptions {
  readonly description: ApiDescription;
  /** The operations that are served. Default: all. */
  readonly operations?: readonly Operation[];
  /**
   * Returns the handler of an operation. Its values are encoded as the operation documents. `undefined`: the operation
   * answers 501.
   */
  readonly handler?: (operation: Operation) => Handler | undefined;
  /** Handlers whose answers are sent unchanged. Replaces `handler`. */
  readonly answers?: (operation: Operation, plan: ResponsePlan) => AnswerHandler | undefined;
  /** Accepts or rejects requests before their bodies are read. */
  readonly guard?: (operation: Operation) => Guard | undefined;
  /** Requests that break the contract are rejected, answered and reported, or answered. Default `strict`. */
  readonly validate?: "strict" | "warn" | "off";
  /** Called with the violations of a request that is answered all the same, with `validate: "warn"`. */
  readonly onViolations?: (call: ContractCall, reply: FastifyReply, violations: readonly ProblemDetail[]) => void;
  /** Operations whose `PATCH` also accepts JSON Merge Patch and JSON Patch, if JSON is documented. Default: all. */
  readonly patches?: (operation: Operation) => boolean;
  /** Checks the values that handlers return. `warn` reports violations, `error` answers 500. Default `off`. */
  readonly validateResponses?: "off" | "warn" | "error";
  readonly onInvalidResponse?: (call: ContractCall, details: readonly ProblemDetail[]) => void;
  /** An additional path under which everything is served: `/api`. Default none. */
  readonly basePath?: string;
  /** Also serves everything below the paths of the description's servers: `/v1`. Default true. */
  readonly serverPaths?: boolean;
  /** Allows pages of other origins to call the API. Default: no page. */
  readonly cors?: CorsOptions | undefined;
  /** Fills in the defaults of parameters. Default true. */
  readonly defaults?: boolean;
  /** Largest body of JSON, forms, XML and text, in bytes. Default: Fastify's limit, 1 MiB. */
  readonly bodyLimit?: number;
  /** Largest body of files, in bytes. Default 100 MiB. */
  readonly fileLimit?: number;
  /** Takes files larger than 256 KiB. Default: a temporary folder. */
  readonly files?: FileStore;
  /** Generates the values that error schemas require in addition to the problem. */
  readonly fitting?: Fitting;
  /** How preconditions of writes are checked. Default `path`. */
  readonly precondition?: (operation: Operation) => PreconditionCheck;
  /**
   * Runs a write together with the precondition check before it, for example in one transaction. Default: runs them
   * without a transaction.
   */
  readonly together?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Accepts a path whatever the schemas of its parameters say. */
  readonly isKnownPath?: (
    operation: Operation,
  ) => ((texts: Readonly<Record<string, string>>) => Promise<boolean>) | undefined;
  /** The next step for a path that no operation takes. Default: the nearest paths. */
  readonly hintOfPath?: (path: string) => string | undefined;
  /** True to answer with JSON if the description documents no body. Default: always. */
  readonly answersJson?: (operation: Operation, status: number) => boolean;
  /**
   * Turns problems into answers. Default: in the operation's documented error schema, or else as `{ error, details }`.
   */
  readonly problems?: ProblemAnswers;
  /** Problems of errors that handlers throw; `undefined`: the error is unexpected. */
  readonly problemOf?: (error: unknown, request: FastifyRequest) => Problem | undefined;
  /** Makes the documented entity tag of an answer's body. Default: of its bytes. */
  readonly tagOf?: (body: string | Uint8Array) => string;
  /** The routes, if other code uses them too. Default: made from the description. */
  readonly table?: RouteTable;
  /** Called with unexpected errors; clients get a 500 without their message. */
  readonly onError?: (error: unknown, request: FastifyRequest) => void;
}

export const DEFAULT_BODY_LIMIT: number = 1024 * 1024;
export const DEFAULT_FILE_LIMIT: number = 100 * 1024 * 1024;

/** Everything that requests of an operation need. It is made at the first request. */
export interface OperationPlan {
  readonly reader: RequestReader;
  readonly response: ResponsePlan;
  /** `undefined`: the operation answers 501. */
  readonly answer: AnswerHandler | undefined;
  readonly guard: Guard | undefined;
  readonly precondition: PreconditionCheck;
  /**
   * `documented`: an `ETag` is added if the answer has none. `forbidden`: the description documents the header with
   * another meaning, so it is not added.
   */
  readonly tag: "documented" | "undocumented" | "forbidden";
}

/** The parts that all requests of a contract share. */
export interface ContractParts {
  /** The path of the Fastify instance, `""` at the root. */
  readonly prefix: string;
  readonly options: HttpContractOptions;
  readonly table: RouteTable;
  readonly problems: ProblemAnswers;
  readonly planOf: (operation: Operation) => OperationPlan;
}
