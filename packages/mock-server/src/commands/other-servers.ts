import { connect } from "node:net";
import { formatProblem, type Terminal } from "@onespec/command-line";
import type { MockOptions } from "../config/mock-options.js";
import { CONTROL_PATH } from "../control/control-path.js";
import { upstreamAddress } from "../modules/upstream-address.js";

export const LOCAL_HOSTS: readonly string[] = ["127.0.0.1", "::1", "localhost"];
/** Hosts that a program on the same machine reaches as `localhost`. */
export const REACHED_LOCALLY: readonly string[] = [...LOCAL_HOSTS, "0.0.0.0", "::"];

/** Time that a program on the port has to answer, in milliseconds. */
const PROBE_MS = 3000;

/**
 * Returns a sentence about the mock that already listens on the port. `undefined` if nothing or another program
 * listens.
 */
export async function runningMock({ host, port, https }: MockOptions): Promise<string | undefined> {
  if (https || port === 0) return undefined;
  const url = `http://${REACHED_LOCALLY.includes(host) ? "localhost" : host}:${port}`;
  try {
    const headers = { accept: "application/json" };
    const response = await fetch(`${url}${CONTROL_PATH}`, { headers, signal: AbortSignal.timeout(PROBE_MS) });
    const { title, links } = (await response.json()) as { readonly title?: unknown; readonly links?: object };
    if (typeof title !== "string" || !links || !("explain" in links)) return undefined;
    return `A mock-server is already running at ${url}, with ${JSON.stringify(title.slice(0, 100))}.`;
  } catch {
    return undefined;
  }
}

const UPSTREAM_WAIT_MS = 2000;

/** Warns if nothing listens at the upstream's host and port. Sends no request. */
export async function warnOfSilence(upstream: string, terminal: Terminal): Promise<void> {
  const address = new URL(upstream);
  const { hostname, port, protocol } = address;
  const host = hostname.replace(/^\[|\]$/g, "");
  const reason = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
    const end = (found?: string): void => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(UPSTREAM_WAIT_MS, () => end(`no connection within ${UPSTREAM_WAIT_MS / 1000} s`));
    socket.once("connect", () => end());
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
  if (reason === undefined) return;
  const hint = "Start the upstream, or check host and port. Until then requests are answered with 502.";
  const message = `Nothing answers at ${upstreamAddress(address)}: ${reason}.`;
  terminal.err(formatProblem("warning", { message, hint }, terminal.errColor));
}
