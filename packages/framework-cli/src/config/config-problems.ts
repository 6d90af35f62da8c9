import { isObject } from "@onespec/spec-core";
import { didYouMean } from "../text/phrases.js";
import type { ConfigRule } from "./config-rules.js";
import { readPluginEntry } from "./plugin-entry.js";

/** A mistake in a config file. */
export interface ConfigProblem {
  /** `config/app.js` */
  readonly file: string;
  /** `log.level` */
  readonly key: string;
  /** `must be a whole number from 0 to 65535` */
  readonly message: string;
}

const NO_PLUGIN = "must be a plugin, which is a function, or a list of a plugin and its options: [helmet, { ... }]";

/** Every mistake of a value, with the names of keys that were probably meant. */
export function configProblems(file: string, rule: ConfigRule, value: unknown, key = ""): readonly ConfigProblem[] {
  const refuse = (message: string): readonly ConfigProblem[] => [{ file, key, message }];
  switch (rule.kind) {
    case "anything":
      return [];
    case "text":
      return typeof value === "string" ? [] : refuse(`must be text${butIs(value)}`);
    case "boolean":
      return typeof value === "boolean" ? [] : refuse(`must be true or false${butIs(value)}`);
    case "false":
      return value === false ? [] : refuse("must be false");
    case "integer":
      return isWithin(value, rule) ? [] : refuse(`must be a whole number ${boundsText(rule)}${butIs(value)}`);
    case "choice":
      return rule.values.includes(value as string) ? [] : refuse(choiceText(rule.values, value));
    case "texts":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? []
        : refuse(`must be a list of texts${butIs(value)}`);
    case "plugins":
      return Array.isArray(value)
        ? value.flatMap((entry, at) =>
            readPluginEntry(entry) === undefined ? [{ file, key: `[${at}]`, message: NO_PLUGIN }] : [],
          )
        : refuse(`must be a list of plugins${butIs(value)}`);
    case "either": {
      const found = rule.rules.map((option) => configProblems(file, option, value, key));
      if (found.some((problems) => problems.length === 0)) return [];
      const inside = found.find((problems) => problems.some((problem) => problem.key !== key));
      const wanted = found.map(([problem]) => problem?.message.replace(/^must be |, but is .*/g, ""));
      return inside ?? refuse(`must be ${wanted.join(" or ")}`);
    }
    case "map":
      return isObject(value)
        ? Object.entries(value).flatMap(([name, item]) => configProblems(file, rule.values, item, joinKey(key, name)))
        : refuse(`must be an object${butIs(value)}`);
    case "object":
      if (!isObject(value)) return refuse(`must be an object${butIs(value)}`);
      return Object.entries(value).flatMap(([name, item]) => {
        const inner = Object.hasOwn(rule.keys, name) ? rule.keys[name] : undefined;
        const place = joinKey(key, name);
        if (inner === undefined) return [{ file, key: place, message: unknownText(name, Object.keys(rule.keys)) }];
        // A key that is there without a value says nothing: `url: process.env.DATABASE_URL`.
        return item === undefined ? [] : configProblems(file, inner, item, place);
      });
  }
}

function joinKey(key: string, name: string): string {
  return key === "" ? name : `${key}.${name}`;
}

function unknownText(name: string, known: readonly string[]): string {
  return `is not a known key${didYouMean(name, known) || `; known are ${known.join(", ")}`}`;
}

function choiceText(values: readonly string[], value: unknown): string {
  return `must be one of ${values.join(", ")}${typeof value === "string" ? didYouMean(value, values) : ""}`;
}

function isWithin(value: unknown, { minimum, maximum }: { minimum: number; maximum?: number }): boolean {
  return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= (maximum ?? Infinity);
}

function boundsText({ minimum, maximum }: { minimum: number; maximum?: number }): string {
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
}

/** The kind of a value, never the value. */
function butIs(value: unknown): string {
  if (value === null) return ", but is null";
  if (Array.isArray(value)) return ", but is a list";
  if (typeof value === "number") return Number.isNaN(value) ? ", but is NaN" : "";
  return `, but is ${typeof value === "object" ? "an object" : `a ${typeof value}`}`;
}

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
    case "false":
    case "choice":
    case "texts":
    case "anything":
    case "plugins":
      return value;
  }
}

function mapValues(value: unknown, change: (name: string, item: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(name, item)]));
}
