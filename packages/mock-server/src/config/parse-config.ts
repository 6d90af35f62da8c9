import { resolve } from "node:path";
import { nearestName } from "@onespec/spec-core";
import { OptionsError } from "../errors/options-error.js";
import { parseDelay } from "../faults/parse-delay.js";
import { MOCK_EXTENSION_SCHEMA } from "../x-mock/mock-extension-schema.js";
import type { ConfigFile } from "./config-file.js";
import { isHttpUrl } from "./is-http-url.js";
import { parseBasePath } from "./parse-base-path.js";
import { parseMoment } from "./parse-moment.js";
import { parseSize } from "./parse-size.js";
import { parseStore } from "./parse-store.js";

/** What a key takes, and what is made of it; `undefined` from `read` says no. */
interface Key {
  readonly expects: string;
  /** The same for editors: JSON Schema. */
  readonly schema: object;
  read(value: unknown, folder: string): unknown;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const flag: Key = {
  expects: "true or false",
  schema: { type: "boolean" },
  read: (value) => (typeof value === "boolean" ? value : undefined),
};
const text: Key = {
  expects: "a text",
  schema: { type: "string", minLength: 1 },
  read: (value) => (typeof value === "string" && value !== "" ? value : undefined),
};
const count = (max: number): Key => ({
  expects: `a whole number from 0 to ${max}`,
  schema: { type: "integer", minimum: 0, maximum: max },
  read: (value) => (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max ? value : undefined),
});
const choice = (...values: readonly string[]): Key => ({
  expects: values.map((value) => `"${value}"`).join(", "),
  schema: { enum: values },
  read: (value) => (values.includes(value as string) ? value : undefined),
});
/** Paths are relative to the config file. */
const path: Key = {
  expects: "a path",
  schema: { type: "string", minLength: 1 },
  read: (value, folder) => (typeof value === "string" && value !== "" ? resolve(folder, value) : undefined),
};

const KEYS: Readonly<Record<keyof ConfigFile, Key>> = {
  seed: count(Number.MAX_SAFE_INTEGER),
  seeds: {
    expects: "a path, or records by resource",
    schema: { type: ["string", "object"] },
    read: (value, folder) => (isObject(value) ? value : path.read(value, folder)),
  },
  seedValue: text,
  fixedTime: {
    expects: 'a moment, such as "2026-01-31T12:00:00Z"',
    schema: { type: "string", format: "date-time" },
    read: (value) => (typeof value === "string" ? parseMoment(value) : undefined),
  },
  port: count(65_535),
  host: text,
  store: {
    expects: "an address or a path",
    schema: { type: "string", minLength: 1 },
    read(value, folder) {
      if (typeof value !== "string" || value === "") return undefined;
      const { dataDir } = parseStore(value);
      return dataDir === undefined ? value : resolve(folder, dataDir);
    },
  },
  dataDir: path,
  memory: flag,
  durability: choice("os", "disk"),
  bodyLimit: {
    expects: 'a size in bytes, or such as "200mb"',
    schema: { type: ["integer", "string"] },
    read: (value) => (typeof value === "number" || typeof value === "string" ? parseSize(String(value)) : undefined),
  },
  sessionIdle: count(Number.MAX_SAFE_INTEGER),
  sessionLimit: count(Number.MAX_SAFE_INTEGER),
  controlHosts: {
    expects: "a list of host names",
    schema: { type: "array", items: { type: "string" } },
    read: (value) => (Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined),
  },
  auth: choice("off", "shape", "enforce"),
  credentials: {
    expects: "a path, or credentials by security scheme",
    schema: { type: ["string", "object"] },
    read: (value, folder) => (isObject(value) ? value : path.read(value, folder)),
  },
  validate: choice("strict", "warn", "off"),
  delay: {
    expects: 'milliseconds, such as 250 or "100-500"',
    schema: { type: ["integer", "string"] },
    read: (value) => (typeof value === "number" || typeof value === "string" ? parseDelay(String(value)) : undefined),
  },
  onDelete: choice("keep", "cascade", "restrict"),
  errorRate: {
    expects: "a number from 0 to 1",
    schema: { type: "number", minimum: 0, maximum: 1 },
    read: (value) => (typeof value === "number" && value >= 0 && value <= 1 ? value : undefined),
  },
  basePath: {
    expects: 'a path, such as "/api"',
    schema: { type: "string", minLength: 1 },
    read: (value) => (typeof value === "string" ? parseBasePath(value) : undefined),
  },
  callbacks: flag,
  callbacksAllow: {
    expects: "a list of host names",
    schema: { type: "array", items: { type: "string" } },
    read: (value) => (Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined),
  },
  webhookUrl: {
    expects: "an object of http addresses by the names of webhooks",
    schema: { type: "object", additionalProperties: { type: "string", pattern: "^https?://" } },
    read: (value) => (isObject(value) && Object.values(value as object).every(isHttpUrl) ? value : undefined),
  },
  handlers: path,
  lenient: flag,
  allowRefs: flag,
  quiet: flag,
  watch: flag,
  operations: {
    expects: "an object of operation ids, each with the fields of x-mock",
    schema: { type: "object", additionalProperties: { $ref: "#/$defs/x-mock" } },
    read: (value) => (isObject(value) && Object.values(value as object).every(isObject) ? value : undefined),
  },
};

/** What editors complete and check in `mock-server.config.json`; `$defs` holds what `x-mock` takes. */
export function configSchema(): object {
  const keys = Object.entries(KEYS).map(([name, { expects, schema }]) => [name, { ...schema, description: expects }]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "mock-server.config.json",
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(keys) },
    additionalProperties: false,
    $defs: { "x-mock": MOCK_EXTENSION_SCHEMA },
  };
}

/**
 * Checks what a config file holds, all of it at once.
 * @param file to name in messages
 * @param folder absolute; relative paths start there
 * @throws OptionsError `CONFIG_INVALID`
 */
export function parseConfig(given: unknown, file: string, folder: string): ConfigFile {
  const hint = "See the options in the README; each flag is a key in camel case.";
  if (!isObject(given)) {
    throw new OptionsError("CONFIG_INVALID", `${file} does not hold an object of options.`, {
      hint: "Export it: export default { seed: 10 }",
    });
  }
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [written, value] of Object.entries(given as object)) {
    const name = written === "allowRemoteRefs" ? "allowRefs" : written; // what it was called before
    // Where editors find the schema.
    if (value === undefined || name === "$schema") continue;
    if (!Object.hasOwn(KEYS, name)) {
      const near = nearestName(name, Object.keys(KEYS));
      problems.push(`there is no \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`);
      continue;
    }
    const key = KEYS[name as keyof ConfigFile];
    const read = key.read(value, folder);
    if (read === undefined) problems.push(`\`${name}\` takes ${key.expects}, not ${shown(value)}`);
    else config[name] = read;
  }
  if (problems.length > 0) throw new OptionsError("CONFIG_INVALID", `${file}: ${problems.join("; ")}.`, { hint });
  return config;
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? typeof value;
}
