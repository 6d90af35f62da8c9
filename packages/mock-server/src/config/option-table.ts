import { resolve } from "node:path";
import { DIAGNOSTIC_FORMATS } from "@onespec/command-line";
import { isObject } from "@onespec/spec-core";
import { type ConfigFile, DEFAULT_OPTIONS } from "./mock-options.js";
import { isHttpUrl, parseBasePath, parseDelay, parseMoment, parseSize, parseStore } from "./parse-option.js";

/** An option of the command line and the config file. Its functions return `undefined` to reject a value. */
export interface OptionSpec {
  /** Completes "Expected …". */
  readonly expects: string;
  /** Flag and help text. Absent: only in the config file. */
  readonly flag?: Flag;
  /** Parses the text of the flag. Absent: the flag takes no value, or one of `choices`. */
  readonly parse?: (text: string, previous: unknown) => unknown;
  readonly choices?: readonly string[];
  readonly conflicts?: readonly (keyof ConfigFile)[];
  /** JSON Schema of the key in the config file. Absent: only on the command line. */
  readonly schema?: object;
  /** The value of the key in the config file. @param folder start of relative paths */
  readonly read?: (value: unknown, folder: string) => unknown;
  /**
   * Reads a value that only a program can give, such as a `Date`. If it returns `undefined`, `read` reads the value.
   */
  readonly readOwn?: (value: unknown) => unknown;
}

type Flag = readonly [flags: string, help: string];

const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text);
const within = (max: number, value: number): number | undefined =>
  Number.isInteger(value) && value >= 0 && value <= max ? value : undefined;

const toggle = (...flag: Flag): OptionSpec => ({
  expects: "true or false",
  flag,
  schema: { type: "boolean" },
  read: (value) => (typeof value === "boolean" ? value : undefined),
});
const text = (...flag: Flag): OptionSpec => ({
  expects: "a text",
  flag,
  parse: filled,
  schema: { type: "string", minLength: 1 },
  read: (value) => (typeof value === "string" && value !== "" ? value : undefined),
});
const readPath = (value: unknown, folder: string): string | undefined =>
  typeof value === "string" && value !== "" ? resolve(folder, value) : undefined;
const path = (...flag: Flag): OptionSpec => ({ ...text(...flag), expects: "a path", read: readPath });
const pathOrObject = (expects: string, ...flag: Flag): OptionSpec => ({
  expects,
  flag,
  parse: filled,
  schema: { type: ["string", "object"] },
  read: (value, folder) => (isObject(value) ? value : readPath(value, folder)),
});
const count = (max: number): OptionSpec => ({
  expects: max === Number.MAX_SAFE_INTEGER ? "a whole number from 0" : `a whole number from 0 to ${max}`,
  parse: (digits) => (/^\d+$/.test(digits) ? within(max, Number(digits)) : undefined),
  schema: { type: "integer", minimum: 0, maximum: max },
  read: (value) => (typeof value === "number" ? within(max, value) : undefined),
});
const choice = (choices: readonly string[], ...flag: Flag): OptionSpec => ({
  expects: choices.map((value) => `"${value}"`).join(", "),
  flag,
  choices,
  schema: { enum: choices },
  read: (value) => (choices.includes(value as string) ? value : undefined),
});
/**
 * An option whose text has a format of its own, such as `200mb`. A config file may also give a number, if the schema
 * allows one.
 */
const notation = (
  expects: string,
  schema: { readonly type: string | readonly string[]; readonly [keyword: string]: unknown },
  parse: (text: string) => unknown,
  ...flag: Flag
): OptionSpec => ({
  expects,
  flag,
  parse,
  schema,
  read: (value) =>
    typeof value === "string" || (typeof value === "number" && schema.type !== "string")
      ? parse(String(value))
      : undefined,
});
const hosts: OptionSpec = {
  expects: "a list of host names",
  parse: (list) =>
    filled(list)
      ?.split(",")
      .map((host) => host.trim()),
  schema: { type: "array", items: { type: "string" } },
  read: (value) => (Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined),
};

/** All options, in the order of the help. */
export const OPTION_TABLE: Readonly<Record<keyof ConfigFile, OptionSpec>> & Readonly<Record<string, OptionSpec>> = {
  seed: {
    ...count(Number.MAX_SAFE_INTEGER),
    flag: ["--seed <count>", "number of records to generate in each empty resource, such as 10"],
  },
  seeds: pathOrObject(
    "a path, or records by resource",
    "--seeds <folder>",
    "folder with your own records: <resource>.json, .yaml, .js or .ts",
  ),
  port: { ...count(65_535), flag: ["-p, --port <number>", "TCP port; 0 picks a free one"] },
  host: text(
    "--host <name>",
    `address to listen on (default: ${DEFAULT_OPTIONS.host}; in a container 0.0.0.0, which is open to other machines)`,
  ),
  dataDir: path("--data-dir <folder>", "folder for the JSON files"),
  memory: { ...toggle("--memory", "keep everything in memory"), conflicts: ["dataDir", "durability", "store"] },
  store: {
    ...text("--store <place>", "where to store data: postgres://user@host/database, memory: or a folder"),
    expects: "an address or a path",
    conflicts: ["dataDir"],
    readOwn: (value) => (isObject(value) && typeof value.collection === "function" ? value : undefined),
    read(value, folder) {
      if (typeof value !== "string" || value === "") return undefined;
      const { dataDir } = parseStore(value);
      return dataDir === undefined ? value : resolve(folder, dataDir);
    },
  },
  seedValue: {
    ...text("--seed-value <text>", "seed of all generated data; the same text gives the same data"),
    parse: (value) => value,
  },
  fixedTime: {
    ...notation(
      "a moment, such as 2026-01-31T12:00:00Z",
      { type: "string", format: "date-time" },
      parseMoment,
      "--fixed-time <moment>",
      "use this time instead of the current one: 2026-01-31T12:00:00Z",
    ),
    readOwn(value) {
      const time = typeof value === "number" || value instanceof Date ? new Date(value).getTime() : Number.NaN;
      return Number.isNaN(time) ? undefined : time;
    },
  },
  durability: choice(
    ["os", "disk"],
    "--durability <level>",
    "confirm a write once the operating system has it, or once it is on disk",
  ),
  bodyLimit: notation(
    "a size in bytes, or such as 512kb, 200mb or 2gb",
    { type: ["integer", "string"] },
    parseSize,
    "--body-limit <size>",
    "largest body of JSON, forms, XML and text, such as 10mb; larger ones get 413 (default: 1mb)",
  ),
  fileLimit: notation(
    "a size in bytes, or such as 512kb, 200mb or 2gb",
    { type: ["integer", "string"] },
    parseSize,
    "--file-limit <size>",
    "largest body with files, such as 2gb; larger ones get 413 (default: 100mb)",
  ),
  auth: choice(
    ["off", "shape", "enforce"],
    "--auth <mode>",
    "credentials: not checked, must be well-formed, or must be listed in --credentials",
  ),
  credentials: pathOrObject(
    "a path, or credentials by security scheme",
    "--credentials <file>",
    "JSON or YAML file with the accepted credentials",
  ),
  validate: choice(
    ["strict", "warn", "off"],
    "--validate <mode>",
    "requests that break the contract: rejected, answered with a warning, or answered",
  ),
  delay: {
    ...notation(
      "milliseconds, such as 250 or 100-500",
      { type: ["integer", "string"] },
      parseDelay,
      "--delay <ms>",
      "delay every answer: 250, or 100-500 for a random time in between",
    ),
    readOwn: (value) => (isObject(value) ? parseDelay(`${value.min}-${value.max}`) : undefined),
  },
  onDelete: choice(
    ["keep", "cascade", "restrict"],
    "--on-delete <mode>",
    "records that refer to a deleted one: stay, are deleted too, or prevent the deletion",
  ),
  errorRate: {
    expects: "a number from 0 to 1",
    flag: ["--error-rate <share>", "share of requests that fail on purpose, such as 0.1"],
    parse: (share) => (share.trim() !== "" && Number(share) >= 0 && Number(share) <= 1 ? Number(share) : undefined),
    schema: { type: "number", minimum: 0, maximum: 1 },
    read: (value) => (typeof value === "number" && value >= 0 && value <= 1 ? value : undefined),
  },
  errorStatus: {
    expects: "a status from 400 to 599",
    flag: ["--error-status <status>", "status of the requests that fail on purpose (default: a documented one)"],
    parse: (text) => errorStatus(Number(text)),
    schema: { type: "integer", minimum: 400, maximum: 599 },
    read: errorStatus,
  },
  basePath: notation(
    "a path, such as /api (in Git Bash: //api)",
    { type: "string", minLength: 1 },
    parseBasePath,
    "--base-path <path>",
    "also serve everything under this path, such as /api",
  ),
  config: {
    expects: "a path",
    flag: ["--config <file>", "config file (default: mock-server.config.* beside the description or here)"],
    parse: filled,
  },
  handlers: {
    ...path("--handlers <folder>", "folder with your own code for operations: <operationId>.ts or .js"),
    readOwn: (value) => (isObject(value) && typeof value.get === "function" ? value : undefined),
  },
  callbacks: toggle("--callbacks", "send the callbacks that operations declare, to this machine only"),
  callbacksAllow: {
    ...hosts,
    flag: ["--callbacks-allow <hosts>", "other hosts that may receive callbacks: hooks.example.com,*.example.org"],
  },
  webhookUrl: {
    expects:
      'name=address, such as petAdded=http://localhost:4000/hook; in a config file { petAdded: "http://localhost:4000/hook" }',
    flag: ["--webhook-url <name=url>", "send this webhook to this address; repeat for more"],
    parse(pair, previous) {
      const [, name = "", url] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      return isHttpUrl(url) ? { ...(previous as object | undefined), [name]: url } : undefined;
    },
    schema: { type: "object", additionalProperties: { type: "string", pattern: "^https?://" } },
    read: (value) => (isObject(value) && Object.values(value).every(isHttpUrl) ? value : undefined),
  },
  upstream: {
    expects: "an address, such as http://localhost:8080",
    flag: ["--upstream <url>", "forward requests to this server and check both sides against the description"],
    parse: (url) => (isHttpUrl(url) ? url : undefined),
    schema: { type: "string", pattern: "^https?://" },
    read: (value) => (isHttpUrl(value) ? value : undefined),
  },
  mock: {
    expects: "a list of operations",
    flag: [
      "--mock <operations>",
      "with --upstream: mock these operations, 'POST /payments' or tag:beta; repeat for more",
    ],
    parse: (selector, previous) => [...(Array.isArray(previous) ? previous : []), selector],
    schema: { type: "array", items: { type: "string" } },
    read: (value) => (Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined),
  },
  upstreamTimeout: {
    ...count(86_400),
    flag: ["--upstream-timeout <seconds>", "with --upstream: longest wait for an answer, 0 for no bound (default: 60)"],
  },
  enforce: toggle("--enforce", "with --upstream: reject requests (400) and answers (502) that break the description"),
  record: {
    expects: "a path",
    flag: ["--record <folder>", "with --upstream or --from-har: save the records that pass as seeds in this folder"],
    parse: filled,
  },
  fromHar: {
    expects: "a path",
    flag: ["--from-har <file>", "with --record: read them from an HTTP archive and exit"],
    parse: filled,
  },
  explain: {
    expects: "nothing",
    flag: ["--explain", "print how each operation and parameter is understood, and why; then serve"],
  },
  watch: toggle("--watch", "reload when the description, a handler or a seed changes; data stays"),
  lenient: toggle("--lenient", "skip broken operations instead of exiting"),
  allowRefs: toggle(
    "--allow-refs",
    "follow references to http(s) addresses and to files outside the description's folder",
  ),
  quiet: toggle("--quiet", "print only the address"),
  check: {
    expects: "nothing",
    flag: ["--check", "report every problem of the description and exit"],
  },
  format: {
    expects: DIAGNOSTIC_FORMATS.join(", "),
    flag: ["--format <format>", "like --check, as text, as JSON, or as annotations of a pull request"],
    choices: DIAGNOSTIC_FORMATS,
  },
  debug: { expects: "nothing", flag: ["--debug", "show the stack of unexpected errors"] },
  tokenLifetime: {
    ...count(Number.MAX_SAFE_INTEGER),
    flag: ["--token-lifetime <seconds>", "lifetime of access tokens from /__mock/oauth"],
  },
  https: toggle("--https", "serve over https with a certificate for localhost, made at the first start"),
  cert: path("--cert <file>", "certificate for https, in PEM"),
  key: path("--key <file>", "private key of --cert, in PEM (default: the file of --cert)"),
  sessionIdle: count(Number.MAX_SAFE_INTEGER),
  sessionLimit: count(Number.MAX_SAFE_INTEGER),
  controlHosts: hosts,
  operations: {
    expects: "an object of operation ids, each with the fields of x-mock",
    schema: { type: "object", additionalProperties: { $ref: "#/$defs/x-mock" } },
    read: (value) => (isObject(value) && Object.values(value).every(isObject) ? value : undefined),
  },
};

function errorStatus(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined;
}
