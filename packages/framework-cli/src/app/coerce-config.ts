import { isPlainObject } from "./config-problems.js";
import type { ConfigRule } from "./config-rules.js";

/** Numbers and booleans that came as text, as environment variables do: `port: process.env.PORT`. Other values stay as they are. */
export function coerceConfig(rule: ConfigRule, value: unknown): unknown {
  switch (rule.kind) {
    case "integer":
      return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "either":
      return rule.rules.reduce((coerced, option) => coerceConfig(option, coerced), value);
    case "object":
      return mapValues(value, (name, item) => {
        const inner = Object.hasOwn(rule.keys, name) ? rule.keys[name] : undefined;
        return inner === undefined ? item : coerceConfig(inner, item);
      });
    case "map":
      return mapValues(value, (_name, item) => coerceConfig(rule.values, item));
    case "text":
    case "choice":
    case "texts":
    case "anything":
    case "plugins":
      return value;
  }
}

function mapValues(value: unknown, change: (name: string, item: unknown) => unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(name, item)]));
}
