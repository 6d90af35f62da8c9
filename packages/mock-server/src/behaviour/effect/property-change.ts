import { isObject, type ObjectProperty } from "@onespec/spec-core";
import { allows } from "../../model/schema-questions.js";
import type { JsonObject } from "../../store/record-store.js";
import { type ActionTerms, isList, shapeOf } from "./action-terms.js";

/** Changed properties, each with its new value. */
export type Changes = readonly (readonly [name: string, value: unknown])[];

export interface Change {
  readonly changes: (value: JsonObject, sent: JsonObject) => Changes;
  /** @param name of a property of the body, as the record calls it */
  readonly uses: (name: string) => boolean;
}

/** Sets a property, adds to it or removes from it, as the verb says. */
export function propertyChange(terms: ActionTerms, property: ObjectProperty, before: unknown, sent: unknown): Changes {
  const { kind, isMerged, isPath } = terms;
  const isListed = Array.isArray(sent) && isList(terms, property);
  if (isListed && kind === "add") {
    const items = sent.map((item) => switchedItem(terms, property, item));
    const gone = items.filter(({ isOff }) => isOff).map(({ item }) => item);
    const kept = without(asList(before), gone);
    const added = items.filter(({ isOff }) => !isOff).map(({ item }) => item);
    const isThere = (item: unknown): boolean =>
      kept.some((one) => isSame(one, item) || (isObject(item) && holds(one, item)));
    return fitted(terms, property, [...kept, ...added.filter((item) => !isThere(item))]);
  }
  if (isListed && kind === "remove") return fitted(terms, property, without(asList(before), sent));
  if (isMerged && isObject(sent) && isObject(before)) return fitted(terms, property, { ...before, ...sent });
  if (isPath && kind === "remove") return [];
  if (kind !== "remove") return fitted(terms, property, sent);
  return before === sent && allows(terms.context.schemas, property.schema, null) ? [[property.name, null]] : [];
}

/**
 * Splits an item from its switch, if items of the list have no such property: `{ name: "vip", status: "inactive" }` is the item
 * `{ name: "vip" }` and off.
 */
function switchedItem(
  terms: ActionTerms,
  { schema }: ObjectProperty,
  item: unknown,
): { readonly item: unknown; readonly isOff: boolean } {
  const { items } = shapeOf(terms, schema);
  const parts = items === undefined ? undefined : shapeOf(terms, items).properties;
  const name = isObject(item) && parts && parts.size > 0 ? SWITCHES.find((one) => Object.hasOwn(item, one)) : undefined;
  if (!isObject(item) || name === undefined || parts?.has(name)) return { item, isOff: false };
  const { [name]: state, ...rest } = item;
  return { item: rest, isOff: OFF.has(state) };
}

const SWITCHES = ["status", "state", "active", "enabled"];
const OFF: ReadonlySet<unknown> = new Set([false, "inactive", "disabled", "removed", "deleted", "off"]);

/** Changes the property to a value that its schema allows and that contains the wished one. Empty if there is none. */
export function fitted({ context }: ActionTerms, { name, schema }: ObjectProperty, wished: unknown): Changes {
  const seed = `${name} ${JSON.stringify(wished)}`;
  const whole = context.fitting.fit(context.schemas.schemaOf(schema), wished, { seed });
  return holds(whole, wished) ? [[name, whole]] : [];
}

/** Returns the items that contain none of `gone`. An object contains another if it has all its values. */
export function without(items: readonly unknown[], gone: readonly unknown[]): readonly unknown[] {
  return items.filter((item) => !gone.some((one) => holds(item, one)));
}

/** True if `value` contains all values of `part`. */
export function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(value) && value.length === part.length && part.every((item, at) => holds(value[at], item));
  if (!isObject(part)) return value === part;
  return isObject(value) && Object.entries(part).every(([name, inner]) => holds(value[name], inner));
}

function isSame(a: unknown, b: unknown): boolean {
  return holds(a, b) && holds(b, a);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
