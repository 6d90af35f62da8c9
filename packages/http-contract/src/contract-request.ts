import type { Operation } from "@onespec/spec-core";
import type { FastifyRequest } from "fastify";
import type { ContractParts, OperationPlan } from "./contract-options.js";
import type { Answer, Awaitable, RequestTarget } from "./model/message.js";
import type { Problem } from "./model/problem.js";
import { unknownPath, wrongMethod } from "./problems/unmatched.js";
import type { ReadBody } from "./request/read-body.js";
import type { ReadRequest, RequestHead } from "./request/request-reader.js";
import { allowedMethods, operationOf, type RouteMatch } from "./routes/route-table.js";

type RequestParts = Pick<ContractParts, "prefix" | "table" | "planOf" | "options">;

/** A Fastify request with the operation that it belongs to and its values. There is one for each request. */
export class ContractRequest {
  target: RequestTarget;
  /** The path below the path of the Fastify instance, still percent-encoded. */
  readonly path: string;
  /** `undefined` if no path fits. */
  readonly match: RouteMatch | undefined;
  /** `undefined` if no operation takes the request. */
  operation: Operation | undefined;
  /** The body, after it was read. */
  body: ReadBody | undefined;
  /** The text of a body that arrived as JSON or as a urlencoded form. */
  text: string | undefined;
  /** The answer, once it is sent. */
  answer: Answer | undefined;
  /** When the contract first saw the request, in milliseconds of `performance.now()`. */
  readonly startedAt: number = performance.now();
  readonly #parts: RequestParts;
  readonly #prefix: string;
  /** No other operation shares the place of this one. */
  readonly #isAlone: boolean;
  #plan: OperationPlan | undefined;
  #head: RequestHead | undefined;
  #read: Awaitable<ReadRequest> | undefined;

  /**
   * @param prefix the path of the Fastify instance, as it was sent
   * @param operation the operation of the request, if no other one shares its place
   */
  constructor(
    parts: RequestParts,
    target: RequestTarget,
    prefix: string,
    match: RouteMatch | undefined,
    operation?: Operation,
  ) {
    this.#parts = parts;
    this.#isAlone = operation !== undefined;
    this.target = target;
    this.#prefix = prefix;
    this.path = target.path.slice(prefix.length) || "/";
    this.match = match;
    this.operation = operation ?? (match && operationOf(match, target.method.toLowerCase()));
    this.choose(undefined);
  }

  /** Chooses again between operations that share a place, once a form is known. */
  choose(form: string | undefined): void {
    const { operation, match } = this;
    if (this.#isAlone || !operation || !match) return;
    this.operation = this.#parts.table.choose(operation, match, this.target, form);
  }

  /** @throws TypeError if no operation matches the request */
  get plan(): OperationPlan {
    if (!this.operation) throw new TypeError("No operation takes the request.");
    this.#plan ??= this.#parts.planOf(this.operation);
    return this.#plan;
  }

  /** Uses another plan for the answer, such as the one of another documented status. */
  set plan(plan: OperationPlan) {
    this.#plan = plan;
  }

  /** Uses another query instead of the sent one. */
  replaceQuery(query: string): void {
    this.target = { ...this.target, query };
    this.#head = undefined;
    this.#read = undefined;
  }

  /**
   * Returns why no operation matches the request. `undefined` if one matches, and for an `OPTIONS` that the plugin
   * answers itself.
   */
  get unmatched(): Problem | undefined {
    const { target, path, match, operation } = this;
    const { table, options } = this.#parts;
    if (operation || (match && target.method === "OPTIONS")) return undefined;
    if (match) return wrongMethod(allowedMethods(match), target);
    const hint = options.hintOfPath?.(target.path);
    const nearest = hint === undefined ? table.nearest(path) : [];
    return unknownPath(
      nearest.map((one) => this.#prefix + one),
      target,
      hint,
    );
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

/** A route of Fastify's with one operation. */
export interface RouteConfig {
  readonly operation: Operation;
  /** The operation by its method. */
  readonly methods: ReadonlyMap<string, Operation>;
  readonly base: string;
  /** Indexes of the path's segments that are parameters. */
  readonly parameters: readonly number[];
}

declare module "fastify" {
  interface FastifyContextConfig {
    readonly contract?: RouteConfig;
  }
}

const CONTRACT: unique symbol = Symbol("contract");

/**
 * Returns the `ContractRequest` of a request. Requests without the decorator come from routes of other instances that
 * found nothing.
 */
export function contractOf(
  request: FastifyRequest & { [CONTRACT]?: ContractRequest },
  parts: RequestParts,
): ContractRequest {
  request[CONTRACT] ??= openRequest(request, parts);
  return request[CONTRACT];
}

function openRequest(request: FastifyRequest, parts: RequestParts): ContractRequest {
  const target = targetOf(request);
  const prefix = target.path.slice(0, prefixEnd(target.path, parts.prefix));
  const path = target.path.slice(prefix.length) || "/";
  const { contract: route } = request.routeOptions.config;
  const values = route && segmentsAt(path, route.parameters);
  // Two differences between Fastify's router and OpenAPI: Fastify accepts an empty segment as a parameter or skips it,
  // and it leaves some characters encoded, so that they miss a literal path: `/users/%40me`.
  if (!route || !values || values.includes("") || RESERVED.test(path)) {
    const found = parts.table.match(path, target.method.toLowerCase());
    return new ContractRequest(parts, target, prefix, found && { ...found, base: prefix + found.base });
  }
  const { operation, base, methods } = route;
  return new ContractRequest(parts, target, prefix, { methods, values, base: prefix + base }, operation);
}

/**
 * The length of the instance's prefix in a path. If the texts differ, counts segments: a prefix may have parameters, or
 * be sent percent-encoded, in other letters or with doubled slashes.
 */
function prefixEnd(path: string, prefix: string): number {
  if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === "/")) return prefix.length;
  let end = 0;
  for (const segment of prefix.split("/")) {
    if (segment === "") continue;
    while (path[end] === "/") end += 1;
    const slash = path.indexOf("/", end);
    end = slash < 0 ? path.length : slash;
  }
  return end;
}

const RESERVED = /%(?:24|26|2[bc]|3[abd]|40)|\/\//i;

function targetOf({ raw, method, headers }: FastifyRequest): RequestTarget {
  const { url = "/" } = raw;
  // A request may name its whole URL, as proxies are asked (RFC 9112, section 3.2.2).
  const whole = url.startsWith("/") ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  // Clients should not send a fragment. Clients that use a path of the description literally do: `/#Action=Send?To=me`.
  const target = whole.includes("#") ? whole.replace(/#[^?]*/, "") : whole;
  const mark = target.indexOf("?");
  if (mark < 0) return { method, path: target, query: "", headers };
  return { method, path: target.slice(0, mark), query: target.slice(mark + 1), headers };
}

/** The raw texts of some segments of a path, still percent-encoded. */
function segmentsAt(path: string, indexes: readonly number[]): readonly string[] {
  if (indexes.length === 0) return NONE;
  const found: string[] = [];
  let start = 1;
  for (let at = 0, next = 0; next < indexes.length; at += 1) {
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    if (indexes[next] === at) {
      found.push(path.slice(start, end));
      next += 1;
    }
    if (slash < 0) break;
    start = end + 1;
  }
  return found;
}

const NONE: readonly string[] = [];

/** The value of `request.contract`. */
export function contractGetter(parts: RequestParts): { getter(this: FastifyRequest): ContractRequest } {
  return {
    getter() {
      return contractOf(this, parts);
    },
  };
}
