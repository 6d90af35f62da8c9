import { alternate, median } from "./alternate.js";
import { askInTurn } from "./ask-in-turn.js";
import type { RunningSubject } from "./subject-process.js";

/** Requests of one kind, asked in turn. */
export interface Call {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH";
  /** One after the other, again and again. */
  readonly paths: readonly string[];
  readonly body?: object;
}

/** How quickly a server answered, and what that cost it. */
export interface Load {
  /** Answers a second. */
  readonly rate: number;
  /** Processor time of an answer, in microseconds; `NaN` where the system does not tell. */
  readonly cost: number;
}

export const CONNECTIONS = 16;
const SECONDS = 2;
/** Load before the first round, so that no round measures compilation. */
const WARM_UP_SECONDS = 3;
/** Anybody's, for servers that ask for one. */
const HEADERS = { authorization: "Bearer bench" };

/** Each server under the same load in turn, the middle values of all rounds. */
export async function compareLoads(
  servers: readonly RunningSubject[],
  rounds: number,
  callOf: (server: RunningSubject) => Call,
): Promise<Map<RunningSubject, Load>> {
  for (const server of servers) await load(server, callOf(server), WARM_UP_SECONDS);
  const results = await alternate(servers, rounds, (server) => load(server, callOf(server), SECONDS));
  return new Map(
    [...results].map(([server, loads]) => [
      server,
      { rate: median(loads.map(({ rate }) => rate)), cost: median(loads.map(({ cost }) => cost)) },
    ]),
  );
}

async function load(server: RunningSubject, { name, method, paths, body }: Call, seconds: number): Promise<Load> {
  const { host } = new URL(server.url);
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    host,
    ...HEADERS,
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  const requests = paths.map((path) => Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`));
  const before = await server.processorMs();
  const { answers, seconds: taken } = await askInTurn(server.url, {
    requests,
    connections: CONNECTIONS,
    seconds,
  }).catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const spent = ((await server.processorMs()) ?? Number.NaN) - (before ?? Number.NaN);
  return { rate: answers / taken, cost: (spent * 1000) / answers };
}
