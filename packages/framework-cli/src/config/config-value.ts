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

/** A value with the mistakes in it. Numbers and booleans that came as text, as environment variables do, are numbers and booleans. */
export interface ConfigValue {
  readonly value: unknown;
  readonly problems: readonly ConfigProblem[];
}

const NO_PLUGIN = "must be a plugin, which is a function, or a list of a plugin and its options: [helmet, { ... }]";

/** Reads a value of a config file. Problems name the keys that were probably meant. */
export function readConfigValue(file: string, rule: ConfigRule, given: unknown, key = ""): ConfigValue {
  const take = (isRight: boolean, value: unknown, message: string): ConfigValue => ({
    value,
    problems: isRight ? [] : [{ file, key, message }],
  });
  const must = (isRight: boolean, what: string, value = given): ConfigValue =>
    take(isRight, value, `must be ${what}${butIs(value)}`);
  switch (rule.kind) {
    case "anything":
      return { value: given, problems: [] };
    case "text":
      return must(typeof given === "string", "text");
    case "boolean": {
      const value = given === "true" ? true : given === "false" ? false : given;
      return must(typeof value === "boolean", "true or false", value);
    }
    case "false":
      return take(given === false, given, "must be false");
    case "integer": {
      const value = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
      const { minimum, maximum = Number.POSITIVE_INFINITY } = rule;
      const isRight = Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
      const bounds = rule.maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      return must(isRight, `a whole number ${bounds}`, value);
    }
    case "choice": {
      const meant = typeof given === "string" ? didYouMean(given, rule.values) : "";
      return take(rule.values.includes(given as string), given, `must be one of ${rule.values.join(", ")}${meant}`);
    }
    case "texts":
      return must(Array.isArray(given) && given.every((item) => typeof item === "string"), "a list of texts");
    case "plugins": {
      if (!Array.isArray(given)) return must(false, "a list of plugins");
      const wrong = [...given.keys()].filter((at) => readPluginEntry(given[at]) === undefined);
      return { value: given, problems: wrong.map((at) => ({ file, key: `[${at}]`, message: NO_PLUGIN })) };
    }
    case "either": {
      const read = rule.rules.map((option) => readConfigValue(file, option, given, key));
      const chosen =
        read.find(({ problems }) => problems.length === 0) ??
        read.find(({ problems }) => problems.some((problem) => problem.key !== key));
      const wanted = read.map(({ problems: [problem] }) => problem?.message.replace(/^must be |, but is .*/g, ""));
      return chosen ?? take(false, given, `must be ${wanted.join(" or ")}`);
    }
    case "map":
    case "object": {
      if (!isObject(given)) return must(false, "an object");
      const read = Object.entries(given).map(([name, item]): [string, ConfigValue] => {
        const known = rule.kind === "map" || Object.hasOwn(rule.keys, name);
        const inner = rule.kind === "map" ? rule.values : rule.keys[name];
        const place = key === "" ? name : `${key}.${name}`;
        if (!known || inner === undefined) {
          const keys = rule.kind === "object" ? Object.keys(rule.keys) : [];
          const message = `is not a known key${didYouMean(name, keys) || `; known are ${keys.join(", ")}`}`;
          return [name, { value: item, problems: [{ file, key: place, message }] }];
        }
        // A key whose value is undefined counts as absent: `url: process.env.DATABASE_URL`.
        const isUnset = item === undefined && rule.kind === "object";
        return [name, isUnset ? { value: item, problems: [] } : readConfigValue(file, inner, item, place)];
      });
      return {
        value: Object.fromEntries(read.map(([name, { value }]) => [name, value])),
        problems: read.flatMap(([, { problems }]) => problems),
      };
    }
  }
}

/** The kind of a value, never the value. */
function butIs(value: unknown): string {
  if (value === null) return ", but is null";
  if (Array.isArray(value)) return ", but is a list";
  if (typeof value === "number") return Number.isNaN(value) ? ", but is NaN" : "";
  return `, but is ${typeof value === "object" ? "an object" : `a ${typeof value}`}`;
}
