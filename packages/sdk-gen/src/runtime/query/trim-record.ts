import { isPlainObject } from "../is-plain-object.js";
import type { Place } from "../resource-spec.js";
import type { QueryState } from "./query-plan.js";

/** Applies `select` and `omit`, so that results are the same whatever the server supports. */
export function trimRecord(record: unknown, { select, omit, populate }: QueryState): unknown {
  if (!isPlainObject(record)) return record;
  let result: Record<string, unknown> = { ...record };
  if (select) {
    result = {};
    for (const place of [...select, ...populate.map(({ name }) => [name])]) copyAt(record, result, place);
  }
  for (const place of omit) removeAt(result, place);
  return result;
}

function copyAt(from: Readonly<Record<string, unknown>>, to: Record<string, unknown>, [name, ...rest]: Place): void {
  if (name === undefined || !Object.hasOwn(from, name)) return;
  const value = from[name];
  if (rest.length === 0 || !isPlainObject(value)) to[name] = value;
  else {
    const inner = isPlainObject(to[name]) ? { ...to[name] } : {};
    copyAt(value, inner, rest);
    to[name] = inner;
  }
}

function removeAt(from: Record<string, unknown>, [name, ...rest]: Place): void {
  if (name === undefined || !Object.hasOwn(from, name)) return;
  const value = from[name];
  if (rest.length === 0) delete from[name];
  else if (isPlainObject(value)) {
    const inner = { ...value };
    removeAt(inner, rest);
    from[name] = inner;
  }
}
