import { resolve } from "node:path";
import { DIAGNOSTIC_FORMATS } from "@onespec/command-line";
import { isObject } from "@onespec/spec-core";
import { type ConfigFile, DEFAULT_OPTIONS } from "./mock-options.js";
import { isHttpUrl, parseBasePath, parseDelay, parseMoment, parseSize, parseStore } from "./parse-option.js";

/** An option as the command line and the config file accept it. `undefined` from a function rejects the value. */
export interface OptionSpec {
  /** Completes "Expected …". */
  readonly expects: string;
  /** Flag and help text; absent: in the config file only. */
  readonly flag?: Flag;
  /** The value of the flag's text; absent: the flag takes none, or one of `choices`. */
  readonly parse?: (text: string, previous: unknown) => unknown;
  readonly choices?: readonly string[];
  readonly conflicts?: readonly (keyof ConfigFile)[];
  /** JSON Schema of the key in the config file; absent: on the command line only. */
  readonly schema?: object;
  /** The value of the key in the config file. @param folder start of relative paths */
  readonly read?: (value: unknown, folder: string) => unknown;
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
/** A text with a notation of its own, which a config file may also give as a number if the schema allows one. */
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
    flag: ["--seed <count>", "records to make in each resource that is empty"],
  },
  seeds: pathOrObject(
    "a path, or records by resource",
    "--seeds <folder>",
    "records to begin with: <resource>.json, .yaml, .js or .ts",
  ),
  port: { ...count(65_535), flag: ["--port <number>", "TCP port; 0 takes a free one"] },
  host: text("--host <name>", `address to listen on (default: ${DEFAULT_OPTIONS.host}, in a container 0.0.0.0)`),
  dataDir: path("--data-dir <folder>", "where the JSON files are kept"),
  memory: { ...toggle("--memory", "keep nothing on disk"), conflicts: ["dataDir", "durability", "store"] },
  store: {
    ...text("--store <place>", "where the state lives: postgres://user@host/database, memory: or a folder"),
    expects: "an address or a path",
    conflicts: ["dataDir"],
    read(value, folder) {
      if (typeof value !== "string" || value === "") return undefined;
      const { dataDir } = parseStore(value);
      return dataDir === undefined ? value : resolve(folder, dataDir);
    },
  },
  seedValue: { ...text("--seed-value <text>", "text from which all made-up data follows"), parse: (value) => value },
  fixedTime: notation(
    "a moment, such as 2026-01-31T12:00:00Z",
    { type: "string", format: "date-time" },
    parseMoment,
    "--fixed-time <moment>",
    "write this moment, such as 2026-01-31T12:00:00Z, in place of the time",
  ),
  durability: choice(
    ["os", "disk"],
    "--durability <level>",
    "when a write is acknowledged: once the system has it, or once the disk has it",
  ),
  bodyLimit: notation(
    "a size in bytes, or such as 512kb, 200mb or 2gb",
    { type: ["integer", "string"] },
    parseSize,
    "--body-limit <size>",
    "largest body of JSON, forms, XML and text, such as 10mb; larger ones are 413 (default: 1mb)",
  ),
  fileLimit: notation(
    "a size in bytes, or such as 512kb, 200mb or 2gb",
    { type: ["integer", "string"] },
    parseSize,
    "--file-limit <size>",
    "largest body of files, such as 2gb; larger ones are 413 (default: 100mb)",
  ),
  auth: choice(
    ["off", "shape", "enforce"],
    "--auth <mode>",
    "credentials: not looked at, well-formed, or among those of --credentials",
  ),
  credentials: pathOrObject(
    "a path, or credentials by security scheme",
    "--credentials <file>",
    "JSON or YAML file of the credentials that are accepted",
  ),
  validate: choice(
    ["strict", "warn", "off"],
    "--validate <mode>",
    "requests that break the contract: refused, answered with a warning, or answered",
  ),
  delay: notation(
    "milliseconds, such as 250 or 100-500",
    { type: ["integer", "string"] },
    parseDelay,
    "--delay <ms>",
    "hold each answer back: 250, or 100-500 for a time in between",
  ),
  onDelete: choice(
    ["keep", "cascade", "restrict"],
    "--on-delete <mode>",
    "what depends on a record that is deleted: stays, goes with it, or keeps it",
  ),
  errorRate: {
    expects: "a number from 0 to 1",
    flag: ["--error-rate <share>", "share of the requests that fail on purpose, such as 0.1"],
    parse: (share) => (share.trim() !== "" && Number(share) >= 0 && Number(share) <= 1 ? Number(share) : undefined),
    schema: { type: "number", minimum: 0, maximum: 1 },
    read: (value) => (typeof value === "number" && value >= 0 && value <= 1 ? value : undefined),
  },
  basePath: notation(
    "a path, such as /api",
    { type: "string", minLength: 1 },
    parseBasePath,
    "--base-path <path>",
    "path under which everything is served as well, such as /api",
  ),
  config: {
    expects: "a path",
    flag: ["--config <file>", "config file; else mock-server.config.* beside the description or here"],
    parse: filled,
  },
  handlers: path("--handlers <folder>", "your own code for operations: <operationId>.ts or .js"),
  callbacks: toggle("--callbacks", "send the callbacks that operations declare, to this machine alone"),
  callbacksAllow: {
    ...hosts,
    flag: ["--callbacks-allow <hosts>", "other hosts they may go to: hooks.example.com,*.example.org"],
  },
  webhookUrl: {
    expects: "name=address, such as petAdded=http://localhost:4000/hook",
    flag: ["--webhook-url <name=url>", "send this webhook there when it happens; may be given several times"],
    parse(pair, previous) {
      const [, name = "", url] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      return isHttpUrl(url) ? { ...(previous as object | undefined), [name]: url } : undefined;
    },
    schema: { type: "object", additionalProperties: { type: "string", pattern: "^https?://" } },
    read: (value) => (isObject(value) && Object.values(value).every(isHttpUrl) ? value : undefined),
  },
  upstream: {
    expects: "an address, such as http://localhost:8080",
    flag: ["--upstream <url>", "pass requests on to this server, and hold both sides against the description"],
    parse: (url) => (isHttpUrl(url) ? url : undefined),
    schema: { type: "string", pattern: "^https?://" },
    read: (value) => (isHttpUrl(value) ? value : undefined),
  },
  mock: {
    expects: "operations",
    flag: [
      "--mock <operations>",
      "with --upstream: mock these, 'POST /payments' or tag:beta; may be given several times",
    ],
    parse: (selector, previous) => [...(Array.isArray(previous) ? previous : []), selector],
    schema: { type: "array", items: { type: "string" } },
    read: (value) => (Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined),
  },
  enforce: toggle("--enforce", "with --upstream: refuse requests (400) and answers (502) that break the description"),
  record: {
    expects: "a path",
    flag: ["--record <folder>", "with --upstream or --from-har: write the records that are seen there, as seeds"],
    parse: filled,
  },
  fromHar: {
    expects: "a path",
    flag: ["--from-har <file>", "with --record: take them from an HTTP archive, and serve nothing"],
    parse: filled,
  },
  explain: {
    expects: "nothing",
    flag: ["--explain", "print what each operation was taken for, why, and where each parameter goes"],
  },
  watch: toggle("--watch", "serve the new version when the description, a handler or a seed changes; state stays"),
  lenient: toggle("--lenient", "start although some operations are broken, and leave those out"),
  allowRefs: toggle(
    "--allow-refs",
    "follow references to http(s) addresses, and to files outside the folder of the description",
  ),
  quiet: toggle("--quiet", "print the address and nothing else"),
  check: {
    expects: "nothing",
    flag: ["--check", "say everything that is wrong with the description, and serve nothing"],
  },
  format: {
    expects: DIAGNOSTIC_FORMATS.join(", "),
    flag: ["--format <format>", "the same, for people, programs or annotations of a pull request"],
    choices: DIAGNOSTIC_FORMATS,
  },
  debug: { expects: "nothing", flag: ["--debug", "show the stack of unexpected errors"] },
  tokenLifetime: {
    ...count(Number.MAX_SAFE_INTEGER),
    flag: ["--token-lifetime <seconds>", "how long access tokens of /__mock/oauth are valid"],
  },
  https: toggle("--https", "serve over https, with a certificate for localhost made at the first start"),
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
