import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateSdk, type SdkOptions } from "../dist/index.js";

/** A client generated into a folder of its own, and imported from there. */
export interface GeneratedClient {
  readonly folder: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
  readonly module: any;
  remove(): Promise<void>;
}

export async function generatedClient(source: string, options: Partial<SdkOptions> = {}): Promise<GeneratedClient> {
  const parent = await mkdtemp(join(tmpdir(), "onespec-sdk-"));
  const folder = join(parent, "sdk");
  await generateSdk(source, folder, options);
  const module = await import(pathToFileURL(join(folder, "index.js")).href);
  return { folder, module, remove: () => rm(parent, { recursive: true, force: true }) };
}
