import { packageVersion, type Terminal } from "@onespec/command-line";
import type { ServeFlags } from "../config/mock-options.js";
import { readConfig } from "../config/read-config.js";
import { OptionsError } from "../errors/options-error.js";
import type { CallMock } from "../mcp/mock-tools.js";
import { openDescribed } from "./serve.js";

/** Time that a running mock has to answer, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Serves the Model Context Protocol on standard input and output until `terminal.stop` is aborted or the client disconnects.
 * @param source a description, or the address of a running mock
 * @throws OptionsError MCP_SDK_MISSING
 */
export async function mcp(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const { serveMcp } = await loadMcp();
  if (await isRunningMock(source)) {
    const base = source.replace(/\/+$/, "");
    await serveMcp((path, init) => fetch(`${base}${path}`, init), terminal.stop, packageVersion(import.meta.url));
    return 0;
  }
  const config = await readConfig(flags.config, source);
  const opened = await openDescribed(source, config, flags, terminal);
  if (!opened) return 1;
  const call: CallMock = (path, init) => opened.server.fetch(path, init);
  try {
    await serveMcp(call, terminal.stop, packageVersion(import.meta.url));
  } finally {
    await opened.server.close();
  }
  return 0;
}

async function loadMcp(): Promise<typeof import("../mcp/mcp-server.js")> {
  try {
    return await import("../mcp/mcp-server.js");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new OptionsError("MCP_SDK_MISSING", "The package @modelcontextprotocol/sdk is not installed.", {
      hint: 'Run: npm install @modelcontextprotocol/sdk@"^1.20.0"',
      cause: error,
    });
  }
}

/** True if a mock answers at this address. The address may also be that of a description. */
async function isRunningMock(source: string): Promise<boolean> {
  if (!/^https?:\/\//i.test(source)) return false;
  const health = `${source.replace(/\/+$/, "")}/__mock/health`;
  const answer = await fetch(health, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  return answer?.ok === true;
}
