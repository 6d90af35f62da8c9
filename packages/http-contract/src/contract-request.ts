import type { Operation } from "@onespec/spec-core";
import type { Answer, Awaitable } from "./model/answer.js";
import type { RequestTarget } from "./model/request-target.js";
import type { OperationPlan } from "./operation-plan.js";
import type { ReadBody } from "./request/read-body.js";
import type { ReadRequest, RequestHead } from "./request/request-reader.js";
import { operationOf, type RouteMatch, type RouteTable } from "./routes/route-table.js";

/** A request's way through the description: which operation takes it, and what it holds. One for each Fastify request. */
export class ContractRequest {
  target: RequestTarget;
  /** `undefined` where no path fits. */
  readonly match: RouteMatch | undefined;
  /** `undefined` where no operation takes the request. */
  operation: Operation | undefined;
  /** The body as it was read, once it was. */
  body: ReadBody | undefined;
  /** The text of a body that arrived as JSON or as a urlencoded form. */
  text: string | undefined;
  /** The answer, once it is sent. */
  answer: Answer | undefined;
  /** On `performance.now()`'s clock. */
  readonly startedAt: number = performance.now();
  readonly #table: RouteTable;
  readonly #planOf: (operation: Operation) => OperationPlan;
  #plan: OperationPlan | undefined;
  #head: RequestHead | undefined;
  #read: Awaitable<ReadRequest> | undefined;

  constructor(
    target: RequestTarget,
    match: RouteMatch | undefined,
    table: RouteTable,
    planOf: (operation: Operation) => OperationPlan,
  ) {
    this.target = target;
    this.match = match;
    this.#table = table;
    this.#planOf = planOf;
    this.operation = match && operationOf(match, target.method.toLowerCase());
    this.choose(undefined);
  }

  /** Chooses again between operations that share a place, once a form is known. */
  choose(form: string | undefined): void {
    const { operation, match } = this;
    if (operation && match) this.operation = this.#table.choose(operation, match, this.target, form);
  }

  /** @throws TypeError where no operation takes the request */
  get plan(): OperationPlan {
    if (!this.operation) throw new TypeError("No operation takes the request.");
    this.#plan ??= this.#planOf(this.operation);
    return this.#plan;
  }

  /** Answers by another plan, such as that of another documented status. */
  set plan(plan: OperationPlan) {
    this.#plan = plan;
  }

  /** Reads another query in place of the one that was sent. */
  replaceQuery(query: string): void {
    this.target = { ...this.target, query };
    this.#head = undefined;
    this.#read = undefined;
  }

  /** The request without its body. */
  get head(): RequestHead {
    this.#head ??= this.plan.reader.readHead(this.target, this.match?.values ?? []);
    return this.#head;
  }

  /** The whole request. Call it once the body is there. */
  read(): Awaitable<ReadRequest> {
    this.#read ??= this.plan.reader.readBody(this.head, this.body);
    return this.#read;
  }
}
