import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopServers } from "./server-folder.js";

/**
 * Once before a test run: names the folder in which the database servers will live. They start when a test asks for them. Projects
 * that run together share them.
 */
export async function setup(): Promise<void> {
  if (process.env.ONESPEC_TEST_SERVERS !== undefined) return;
  process.env.ONESPEC_TEST_SERVERS = await mkdtemp(join(tmpdir(), "onespec-servers-"));
  process.env.ONESPEC_TEST_RUNNER = String(process.pid);
}

/** Once after it. */
export async function teardown(): Promise<void> {
  if (process.env.ONESPEC_TEST_SERVERS !== undefined) await stopServers(process.env.ONESPEC_TEST_SERVERS);
}
