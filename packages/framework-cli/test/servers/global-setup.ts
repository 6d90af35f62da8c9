import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopServers } from "./server-folder.js";

/** Once for a test run: names the folder in which the database servers will live, and ends those that were started. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-servers-"));
  process.env.ONESPEC_TEST_SERVERS = folder;
  process.env.ONESPEC_TEST_RUNNER = String(process.pid);
  return () => stopServers(folder);
}
