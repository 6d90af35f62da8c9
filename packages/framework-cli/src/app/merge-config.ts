import { isPlainObject } from "./config-problems.js";

/** `over` laid over `base`, object by object; lists and plain values replace. A key without a value changes nothing. */
export function mergeConfig(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isPlainObject(base) || !isPlainObject(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    if (name !== "__proto__") merged[name] = mergeConfig(merged[name], value);
  }
  return merged;
}
