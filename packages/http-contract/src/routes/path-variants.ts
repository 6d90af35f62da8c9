import type { Operation } from "@onespec/spec-core";
import { headerText, type RequestTarget } from "../model/message.js";
import { decodeQueryText, parseQueryPairs } from "../wire/text-values.js";

/**
 * Chooses between operations whose paths include a query or a fragment: `/ips?networks=jdcloud`,
 * `/#X-Amz-Target=Service.Action`. OpenAPI does not allow this, but descriptions have it. Chooses the operation whose
 * values are in the request's query, headers or form; the one with the most values wins. Otherwise uses the operation
 * of the plain path.
 */
export interface ChooseVariant {
  /** True if the operation shares its place with variants. */
  has(operation: Operation): boolean;
  /** @param form text of a urlencoded body */
  choose(operation: Operation, target: RequestTarget, form: string | undefined): Operation;
}

/** The path up to a `?` or `#` outside of braces. */
export function placeOf(path: string): string {
  return PLACE.exec(path)?.[0] || "/";
}

/** `undefined` if every path is only a path. */
export function createVariantChooser(operations: readonly Operation[]): ChooseVariant | undefined {
  if (!operations.some(({ path }) => placeOf(path) !== path)) return undefined;
  const places = new Map<string, Variant[]>();
  for (const operation of operations) {
    const pairs = pairsOf(operation.path);
    if (pairs.length === 0) continue;
    const key = placeKey(operation);
    places.set(
      key,
      [...(places.get(key) ?? []), { operation, pairs }].sort((one, other) => other.pairs.length - one.pairs.length),
    );
  }
  return {
    has: (operation) => places.has(placeKey(operation)),
    choose(operation, target, form) {
      const variants = places.get(placeKey(operation));
      if (!variants) return operation;
      const sent = sentValues(target, form);
      return variants.find(({ pairs }) => pairs.every(([name, value]) => sent(name, value)))?.operation ?? operation;
    },
  };
}

interface Variant {
  readonly operation: Operation;
  /** `undefined`: any value. */
  readonly pairs: readonly (readonly [name: string, value: string | undefined])[];
}

/** A part without `=` is a flag to send if it follows `?`. After `#` it is only a label. */
function pairsOf(path: string): Variant["pairs"] {
  const place = PLACE.exec(path)?.[0] ?? "";
  const rest = path.slice(place.length);
  return parseQueryPairs(rest.slice(1).replace(/[?#]/g, "&"))
    .filter(({ raw }) => rest.startsWith("?") || raw !== "")
    .map(({ name, raw }) => [name, raw === "" || raw.includes("{") ? undefined : decodeQueryText(raw)]);
}

function sentValues(
  { query, headers }: RequestTarget,
  form = "",
): (name: string, value: string | undefined) => boolean {
  const pairs = [...parseQueryPairs(query), ...parseQueryPairs(form)];
  return (name, value) => {
    const isWanted = (text: string): boolean => value === undefined || text === value;
    if (pairs.some((pair) => pair.name === name && isWanted(decodeQueryText(pair.raw)))) return true;
    const header = headerText(headers, name.toLowerCase());
    return header !== undefined && isWanted(header);
  };
}

function placeKey({ method, path }: Operation): string {
  return `${method} ${placeOf(path)
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/(?<!\/)\/+$/, "")}`;
}

const PLACE = /^(?:\{[^{}]*\}|[^?#])*/;
