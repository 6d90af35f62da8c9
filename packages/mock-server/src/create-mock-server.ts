import { type ApiDescription, isObject, loadDescription } from "@onespec/spec-core";
import type { FastifyInstance } from "fastify";
import type { MockOptions } from "./config/mock-options.js";
import { OPTION_TABLE, type OptionSpec } from "./config/option-table.js";
import { readOptions } from "./config/parse-config.js";
import type { DelayRange } from "./config/parse-option.js";
import type { CoreOptions } from "./mock-core.js";
import { buildMockServer, type MockServer, mountMock } from "./mock-server.js";

/** Options of a mock in a program, as a config file may have them too. */
export interface MockServerOptions extends Omit<CoreOptions, "fixedTime" | "delay" | "bodyLimit" | "fileLimit"> {
  /**
   * A fixed time for all writes: `"2026-01-31T12:00:00Z"`, a `Date`, or milliseconds since 1970. Default: the current
   * time.
   */
  readonly fixedTime?: string | Date | number | undefined;
  /** Delay of each answer, in milliseconds: `250`, or `"100-500"` for a random time in between. */
  readonly delay?: DelayRange | string | number | undefined;
  /** Largest body of JSON, forms, XML and text, in bytes, or such as `"10mb"`. */
  readonly bodyLimit?: string | number | undefined;
  /** Largest body of files, in bytes, or such as `"2gb"`. */
  readonly fileLimit?: string | number | undefined;
}

/** A description and the options of its mock. */
export interface DescribedMockServer extends MockServerOptions {
  /** Path, `file:` or `http(s):` URL, or the parsed document. */
  readonly description: string | URL | object;
  /** Follow references of the description to `http(s)` addresses. Default: false. */
  readonly allowRefs?: boolean;
}

/**
 * Creates a server for a loaded description. Its state is in memory unless `options` say otherwise. @throws
 * OptionsError for invalid options
 */
export async function createMockServer(api: ApiDescription, options?: MockServerOptions): Promise<MockServer>;
/**
 * Creates a server for the description at a path or URL: `createMockServer({ description: "api.yaml", seed: 10 })`. Its
 * state is in memory, or in JSON files with `dataDir`, or in the given `store`.
 * @throws DescriptionError if the description cannot be read; StoreError if the files cannot be used; OptionsError for
 * invalid options
 */
export async function createMockServer(given: DescribedMockServer): Promise<MockServer>;
export async function createMockServer(
  given: ApiDescription | DescribedMockServer,
  options: MockServerOptions = {},
): Promise<MockServer> {
  if (!("description" in given))
    return buildMockServer(given, readOptions("createMockServer", options, PROGRAM_OPTIONS));
  const { api, options: read } = await readDescribed("createMockServer", given, DESCRIBED_OPTIONS);
  return buildMockServer(api, read);
}

/**
 * A Fastify plugin that mounts a mock in an application: `app.register(mockPlugin, { prefix: "/api", description:
 * "api.yaml", seed: 10 })`. The control plane has the same prefix.
 * @throws DescriptionError if the description cannot be read; StoreError if the files cannot be used; OptionsError for
 * invalid options
 */
export async function mockPlugin(app: FastifyInstance, given: DescribedMockServer): Promise<void> {
  const { api, options } = await readDescribed("mockPlugin", given, { ...DESCRIBED_OPTIONS, ...REGISTER_OPTIONS });
  await mountMock(app, api, options);
}

const callable: OptionSpec = {
  expects: "a function",
  read: (value) => (typeof value === "function" ? value : undefined),
};
/** Options that only programs have. */
const PROGRAM_OPTIONS = {
  requestTimeout: {
    expects: "a whole number of milliseconds, 0 for no bound",
    read: (value) => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined),
  },
  onBug: callable,
  onViolations: callable,
  onPassed: callable,
} satisfies Record<Exclude<keyof MockServerOptions, keyof MockOptions>, OptionSpec>;
/** Options of a mock for a description. */
const DESCRIBED_OPTIONS = {
  ...PROGRAM_OPTIONS,
  description: {
    expects: "a path, a URL or a document",
    read: (value) => (isObject(value) || (typeof value === "string" && value !== "") ? value : undefined),
  },
  allowRefs: OPTION_TABLE.allowRefs,
} satisfies Record<Exclude<keyof DescribedMockServer, keyof MockOptions>, OptionSpec>;
/** Options of Fastify's `register`. Fastify checks them. */
const REGISTER_OPTIONS: Readonly<Record<string, OptionSpec>> = Object.fromEntries(
  ["prefix", "logLevel", "logSerializers"].map((name) => [name, { expects: "", read: (value: unknown) => value }]),
);

async function readDescribed(
  caller: string,
  given: DescribedMockServer,
  others: Readonly<Record<string, OptionSpec>>,
): Promise<{ readonly api: ApiDescription; readonly options: CoreOptions }> {
  const read = readOptions(caller, given, others);
  const { description, allowRefs, ...options }: CoreOptions & typeof read = read;
  const api = await loadDescription(description as DescribedMockServer["description"], {
    allowRefs: allowRefs === true,
  });
  return { api, options: { memory: options.dataDir === undefined, ...options } };
}
