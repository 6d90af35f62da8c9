import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import {
  buildMockServer,
  buildResettableServer,
  type MockServer,
  type MockServerOptions,
  type ResettableMockServer,
} from "./build-mock-server.js";

/** What a server is made of by a program that has a description and wants a backend. */
export interface DescribedMockServer extends Omit<MockServerOptions, "store" | "dataDir" | "durability" | "memory"> {
  /** Path, `file:` or `http(s):` URL, or the parsed document. */
  readonly description: string | URL | object;
  /** Follow references of the description to `http(s)` addresses. Default: false. */
  readonly allowRemoteRefs?: boolean;
}

/**
 * A server in memory of the description at a path or URL: `createMockServer({ description: "api.yaml", seed: 10 })`.
 * @throws DescriptionError when nothing can be made of the description
 */
export async function createMockServer(given: DescribedMockServer): Promise<ResettableMockServer>;
/** A server of a loaded description; with `options` it keeps its state where they say. */
export async function createMockServer(api: ApiDescription, options?: MockServerOptions): Promise<MockServer>;
export async function createMockServer(
  given: ApiDescription | DescribedMockServer,
  options?: MockServerOptions,
): Promise<MockServer> {
  return "description" in given ? openInMemory(given) : buildMockServer(given, options);
}

async function openInMemory({
  description,
  allowRemoteRefs = false,
  ...options
}: DescribedMockServer): Promise<ResettableMockServer> {
  return buildResettableServer(await loadDescription(description, { allowRemoteRefs }), options);
}
