import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateSdk } from "../../dist/index.js";
import type { DescriptionFile } from "./descriptions.js";
import { type AnswerDrift, type AnyResource, DrivenSdk } from "./driven-sdk.js";
import { startMock } from "./mock-process.js";
import { type PairFinding, walkPair } from "./walk-pair.js";

export interface DescriptionFindings {
  readonly name: string;
  readonly pairs: readonly PairFinding[];
}

const importAsIs: (url: string) => Promise<{ readonly default: ClientClass }> = createRequire(import.meta.url)(
  "./import-as-is.cjs",
);

type ClientClass = new (options: object) => Readonly<Record<string, AnyResource>>;

/** Generates the client, starts the server, and takes every pair through its life. */
export async function driveDescription({ name, file }: DescriptionFile): Promise<DescriptionFindings> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-pairs-"));
  const report = await generateSdk(file, join(folder, "sdk"));
  const { default: Client } = await importAsIs(pathToFileURL(join(folder, "sdk/index.js")).href);
  const mock = await startMock(file, "--lenient");
  try {
    const schemes = [...report.api.securitySchemes.values()];
    const isBasic = schemes.some((scheme) => scheme.type === "http" && /^basic$/i.test(scheme.scheme));
    const auth = { token: "token", apiKey: "key", ...(isBasic && { username: "user", password: "password" }) };
    const drifts: AnswerDrift[] = [];
    const onDrift = (drift: AnswerDrift): void => void drifts.push(drift);
    const client = new Client({ baseUrl: mock.url, auth, validateResponses: "warn", onDrift, retry: { limit: 0 } });
    const sdk = new DrivenSdk(report, client, drifts);
    const pairs: PairFinding[] = [];
    for (const resource of sdk.pairs) pairs.push(await walkPair(sdk, resource));
    return { name, pairs };
  } finally {
    await mock.end();
    await rm(folder, { recursive: true, force: true });
  }
}
