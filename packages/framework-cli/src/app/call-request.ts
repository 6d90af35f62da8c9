import { isJsonType } from "@onespec/http-contract";
import { isObject } from "@onespec/spec-core";
import { nearestName } from "@onespec/spec-core/errors";
import type { ActionParameter } from "../action/action.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { LoadedAction } from "../load/app.js";

/** The input of an action: grouped by place, or flat in one object (`{ "id": 1, "title": "Emma" }`). */
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

const PLACES = ["path", "params", "query", "querystring", "headers", "cookies", "body"];

/**
 * Builds the request that calls an action. Values go where the action declares them; the others form the body.
 * @throws FrameworkError INPUT_INVALID if a path parameter has no value, since the path would then belong to another
 * action
 */
export function callRequest({ action, routes }: LoadedAction, input: CallInput): CallRequest {
  const [route] = routes;
  const { path, query, querystring, headers, cookies, body } = sortInput(action.inputs ?? {}, route?.path ?? "", input);
  const names = [...(route?.path ?? "").matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const missing = names.find((name) => path[name] === undefined || path[name] === "");
  if (missing !== undefined) {
    throw new FrameworkError("INPUT_INVALID", `The path parameter ${missing} is missing.`, {
      hint: `The path is ${route?.path}; write ${JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))}.`,
    });
  }
  const whole = wholeQueryText(action.inputs?.querystring ?? {}, querystring);
  const text = whole ?? queryText(action.inputs?.query ?? {}, query);
  const search = text === "" ? "" : `?${text}`;
  const sentTypes = Object.keys(action.inputs?.body?.content ?? {});
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(wireText(value))}`);
  return {
    method: action.method,
    path: `${(route?.path ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(wireText(path[name])))}${search}`,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), wireText(value)])),
      ...(cookie.length > 0 ? { cookie: cookie.join("; ") } : {}),
      ...(body === undefined ? {} : { "content-type": sentTypes.find(isJsonType) ?? "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** The places whose values are recognised by name. */
const DECLARED = ["query", "querystring", "headers", "cookies"] as const;

type SortedInput = Readonly<Record<"path" | (typeof DECLARED)[number], Values>> & { readonly body: unknown };

function sortInput(
  inputs: NonNullable<LoadedAction["action"]["inputs"]>,
  template: string,
  input: CallInput,
): SortedInput {
  const none = { path: {}, query: {}, querystring: {}, headers: {}, cookies: {} };
  const isByPlace = Object.entries(input).every(
    ([name, value]) => PLACES.includes(name) && (name === "body" || isObject(value)),
  );
  if (isByPlace) {
    const { params, ...places } = input as Readonly<Record<string, Values>>;
    return { ...none, ...(params && { path: params }), body: undefined, ...places };
  }
  const places: Record<keyof typeof none, Record<string, unknown>> = none;
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const place = template.includes(`{${name}}`)
      ? "path"
      : DECLARED.find((each) => Object.hasOwn(inputs[each] ?? {}, name));
    if (place === undefined && inputs.body === undefined) refuseMisspelt(inputs, name);
    const known = place ?? (inputs.body === undefined ? "query" : undefined);
    (known === undefined ? body : places[known])[name] = value;
  }
  return { ...places, body: Object.keys(body).length === 0 ? undefined : body };
}

function queryText(declared: Parameters, values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const { style = "form", explode = style === "form", content } = declared[name] ?? {};
    if (content !== undefined) return [[name, JSON.stringify(value)]];
    if (Array.isArray(value) && explode) return value.map((item) => [name, item]);
    const isDeep = style === "deepObject";
    if (isObject(value) && (isDeep || explode))
      return Object.entries(value).map(([key, item]) => [isDeep ? `${name}[${key}]` : key, item]);
    return value === undefined ? [] : [[name, value]];
  });
  // A comma between items must not be encoded, or it would be part of an item.
  const encoded = (part: unknown): string => encodeURIComponent(wireText(part)).replaceAll("%2C", ",");
  return pairs.map((pair) => pair.map(encoded).join("=")).join("&");
}

/** The value of the whole query. `undefined` if the action has no such input, or no value is given. */
function wholeQueryText(declared: Parameters, values: Values): string | undefined {
  const [given] = Object.entries(values);
  if (given === undefined) return undefined;
  const [name, value] = given;
  const types = Object.keys(declared[name]?.content ?? {});
  if (types.some(isJsonType)) return encodeURIComponent(JSON.stringify(value));
  return isObject(value) ? queryText({}, value) : wireText(value);
}

function wireText(value: unknown): string {
  if (Array.isArray(value)) return value.map(wireText).join(",");
  return isObject(value) ? Object.entries(value).flat().map(wireText).join(",") : String(value ?? "");
}

/**
 * @throws FrameworkError INPUT_INVALID for a name that is close to a place or a declared parameter, since it would have
 * no effect
 */
function refuseMisspelt(inputs: NonNullable<LoadedAction["action"]["inputs"]>, name: string): void {
  const near = nearestName(name, [...PLACES, ...DECLARED.flatMap((place) => Object.keys(inputs[place] ?? {}))]);
  if (near === undefined) return;
  throw new FrameworkError("INPUT_INVALID", `The action has no input ${name}.`, { hint: `Did you mean ${near}?` });
}

/** The input of the command `action`. @throws FrameworkError INPUT_INVALID */
export function parseInput(text: string): CallInput {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Rejected below, like JSON that is no object.
  }
  throw new FrameworkError("INPUT_INVALID", `The input is not a JSON object: ${text.slice(0, 80)}`, {
    hint: `In a shell, put it in single quotes: '{"id":1}'`,
  });
}
