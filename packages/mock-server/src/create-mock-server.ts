import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import type { FastifyInstance } from "fastify";
import type { MockOptions } from "./config/mock-options.js";
import { checkOptionNames } from "./config/parse-config.js";
import { buildMockServer, type MockServer, type MockServerOptions, mountMock } from "./mock-server.js";

/** A description, and the options of the mock that serves it. */
export interface DescribedMockServer extends MockServerOptions {
  /** Path, `file:` or `http(s):` URL, or the parsed document. */
  readonly description: string | URL | object;
  /** Follow references of the description to `http(s)` addresses. Default: false. */
  readonly allowRefs?: boolean;
}

/** A server of a loaded description; with `options` it keeps its state where they say. */
export async function createMockServer(api: ApiDescription, options?: MockServerOptions): Promise<MockServer>;
/**
 * A server of the description at a path or URL: `createMockServer({ description: "api.yaml", seed: 10 })`. Its state is in
 * memory, in JSON files when `dataDir` is given, or in the `store` that is.
 * @throws DescriptionError when nothing can be made of the description; StoreError when the files cannot be used; OptionsError for
 * unknown options
 */
export async function createMockServer(given: DescribedMockServer): Promise<MockServer>;
export async function createMockServer(
  given: ApiDescription | DescribedMockServer,
  options?: MockServerOptions,
): Promise<MockServer> {
  if ("description" in given) return openDescribed(given);
  checkOptionNames("createMockServer", options ?? {}, PROGRAM_OPTIONS);
  return buildMockServer(given, options);
}

/** Options that only programs have. */
const PROGRAM_OPTIONS: readonly string[] = Object.keys({
  requestTimeout: true,
  onBug: true,
  onViolations: true,
  onPassed: true,
} satisfies Record<Exclude<keyof MockServerOptions, keyof MockOptions>, true>);
/** Options of a mock that is made of a description. */
const DESCRIBED_OPTIONS: readonly string[] = [...PROGRAM_OPTIONS, "description", "allowRefs"];
/** Options of Fastify's `register`. */
const REGISTER_OPTIONS: readonly string[] = ["prefix", "logLevel", "logSerializers"];

async function openDescribed(given: DescribedMockServer): Promise<MockServer> {
  checkOptionNames("createMockServer", given, DESCRIBED_OPTIONS);
  const { description, allowRefs = false, ...options } = given;
  const api = await loadDescription(description, { allowRefs });
  return buildMockServer(api, { memory: options.dataDir === undefined, ...options });
}

/**
 * A Fastify plugin that mounts a mock in an application:
 * `app.register(mockPlugin, { prefix: "/api", description: "api.yaml", seed: 10 })`. Its control plane stands below the same prefix.
 * @throws DescriptionError when nothing can be made of the description; StoreError when the files cannot be used; OptionsError for
 * unknown options
 */
export async function mockPlugin(app: FastifyInstance, given: DescribedMockServer): Promise<void> {
  checkOptionNames("mockPlugin", given, [...DESCRIBED_OPTIONS, ...REGISTER_OPTIONS]);
  const { description, allowRefs = false, ...options } = given;
  const api = await loadDescription(description, { allowRefs });
  await mountMock(app, api, { memory: options.dataDir === undefined, ...options });
}
