import type { Terminal } from "@onespec/command-line";
import type { ApiDescription } from "@onespec/spec-core";
import type { MockServer } from "../build-mock-server.js";

/** Data that was kept may be older than the description. */
export async function sayKeptDrift(server: MockServer, api: ApiDescription, terminal: Terminal): Promise<void> {
  if ((await server.state.names).length === 0) return;
  const { findKeptDrift } = await import("../watch/find-kept-drift.js");
  const drift = await findKeptDrift(server.state, api, terminal.stop);
  if (drift.length === 0) return;
  const { formatDrift } = await import("../cli/format-drift.js");
  terminal.err(formatDrift(drift, terminal.errColor));
}
