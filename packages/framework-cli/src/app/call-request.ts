import type { ActionParameter } from "./action.js";
import type { LoadedAction } from "./app.js";

/** What an action is called with: by place, or all in one object (`{ "id": 1, "title": "Emma" }`). */
export type CallInput = Readonly<Record<string, unknown>>;

/** The HTTP request that carries an input to an action. */
export interface CallRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Parameters = Readonly<Record<string, ActionParameter>>;
type Values = Readonly<Record<string, unknown>>;

const PLACES = ["path", "params", "query", "headers", "cookies", "body"];

/** The request that calls an action; values go where the action declares them, what is left over is the body. */
export function callRequest({ action, routes }: LoadedAction, input: CallInput): CallRequest {
  const [route] = routes;
  const { path, query, headers, cookies, body } = sortInput(action.inputs ?? {}, route?.path ?? "", input);
  const search = queryText(action.inputs?.query ?? {}, query);
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(wireText(value))}`);
  return {
    method: action.method,
    path: `${(route?.path ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(wireText(path[name])))}${search}`,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), wireText(value)])),
      ...(cookie.length > 0 ? { cookie: cookie.join("; ") } : {}),
      ...(body === undefined ? {} : { "content-type": contentType(action.inputs?.body?.content) }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

interface SortedInput {
  readonly path: Values;
  readonly query: Values;
  readonly headers: Values;
  readonly cookies: Values;
  readonly body: unknown;
}

function sortInput(
  inputs: NonNullable<LoadedAction["action"]["inputs"]>,
  template: string,
  input: CallInput,
): SortedInput {
  const isByPlace = Object.entries(input).every(
    ([name, value]) => PLACES.includes(name) && (name === "body" || isObject(value)),
  );
  if (isByPlace) {
    const { path, params, query, headers, cookies, body } = input as Readonly<Record<string, Values | undefined>>;
    return { path: path ?? params ?? {}, query: query ?? {}, headers: headers ?? {}, cookies: cookies ?? {}, body };
  }
  const places: Readonly<Record<"path" | "query" | "headers" | "cookies", Record<string, unknown>>> = {
    path: {},
    query: {},
    headers: {},
    cookies: {},
  };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const place = template.includes(`{${name}}`)
      ? "path"
      : (["query", "headers", "cookies"] as const).find((each) => Object.hasOwn(inputs[each] ?? {}, name));
    if (place !== undefined) places[place][name] = value;
    else if (inputs.body === undefined) places.query[name] = value;
    else body[name] = value;
  }
  return { ...places, body: inputs.body === undefined || Object.keys(body).length === 0 ? undefined : body };
}

function queryText(declared: Parameters, values: Values): string {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const { style = "form", explode = style === "form" } = declared[name] ?? {};
    if (Array.isArray(value) && explode) for (const item of value) pairs.push([name, wireText(item)]);
    else if (isObject(value) && style === "deepObject") {
      for (const [key, item] of Object.entries(value)) pairs.push([`${name}[${key}]`, wireText(item)]);
    } else if (isObject(value) && explode) {
      for (const [key, item] of Object.entries(value)) pairs.push([key, wireText(item)]);
    } else if (value !== undefined) pairs.push([name, wireText(value)]);
  }
  // A comma between items must stay one: encoded it would be part of an item.
  const text = pairs
    .map((pair) => pair.map((part) => encodeURIComponent(part).replaceAll("%2C", ",")).join("="))
    .join("&");
  return text === "" ? "" : `?${text}`;
}

function wireText(value: unknown): string {
  if (Array.isArray(value)) return value.map(wireText).join(",");
  return isObject(value) ? Object.entries(value).flat().map(wireText).join(",") : String(value ?? "");
}

function contentType(content: Readonly<Record<string, unknown>> = {}): string {
  return Object.keys(content).find((type) => /[/+]json\b/.test(type)) ?? "application/json";
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
