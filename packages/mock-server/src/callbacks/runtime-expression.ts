import { valueAt } from "@onespec/spec-core";
import type { MockRequest } from "../server/mock-request.js";
import { headerText } from "../server/mock-request.js";

/** A request and its answer, as expressions look at them. */
export interface Exchange {
  /** Absolute. */
  readonly url: string;
  readonly request: Pick<MockRequest, "method" | "headers">;
  /** Path parameters as text. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly status: number;
  /** Names in lower case. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Parsed; `undefined` when it is no JSON. */
  readonly responseBody: unknown;
}

/** A text with its expressions worked out, or the first of them that leads to nothing. */
export type Evaluated = { readonly text: string } | { readonly missing: string };

/** Works out `$request.body#/url`, or text such as `http://{$request.query.host}/done`. @see OpenAPI 3.1, "Runtime Expressions" */
export function evaluateExpressions(template: string, exchange: Exchange): Evaluated {
  let missing: string | undefined;
  const evaluate = (expression: string): string => {
    const value = resultOf(expression.trim(), exchange);
    if (value === undefined || value === null || typeof value === "object") missing ??= expression;
    return String(value);
  };
  const text = template.startsWith("$")
    ? evaluate(template)
    : template.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => evaluate(expression));
  return missing === undefined ? { text } : { missing };
}

function resultOf(expression: string, exchange: Exchange): unknown {
  if (expression === "$url") return exchange.url;
  if (expression === "$method") return exchange.request.method;
  if (expression === "$statusCode") return exchange.status;
  const match = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/.exec(expression);
  const [, side, place, name = "", pointer = ""] = match ?? [];
  const isRequest = side === "request";
  switch (match && (place ?? "body")) {
    case "body":
      return at(isRequest ? exchange.body : exchange.responseBody, pointer);
    case "header":
      return isRequest
        ? headerText(exchange.request.headers, name.toLowerCase())
        : exchange.responseHeaders[name.toLowerCase()];
    case "query":
      return isRequest ? own(exchange.query, name) : undefined;
    case "path":
      return isRequest ? own(exchange.path, name) : undefined;
    default:
      return undefined;
  }
}

function at(value: unknown, pointer: string): unknown {
  return pointer === "" ? value : valueAt(value, pointer);
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
