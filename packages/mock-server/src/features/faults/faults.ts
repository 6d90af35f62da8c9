import { setTimeout } from "node:timers/promises";
import type { Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { DelayRange } from "../../config/parse-option.js";
import { seededFraction } from "../../model/seeded-fraction.js";

export interface FaultOptions {
  /** Delays each answer by a time in this range. */
  readonly delay: DelayRange | undefined;
  /** Share of the requests that fail on purpose, from 0 to 1. */
  readonly errorRate: number;
  /** The status of the failures; `undefined` for a status that the operation documents. */
  readonly errorStatus: number | undefined;
  /** Seed of the random numbers: the nth request waits and fails in the same way in every run. */
  readonly seedValue: string;
}

/** Delays answers (`--delay`). */
export const delays: FastifyPluginAsync<FaultOptions> = fp(
  async (fastify: FastifyInstance, { delay, seedValue }: FaultOptions) => {
    if (delay === undefined) return;
    const wait = createDelay(delay, seedValue);
    fastify.addHook("onRequest", async (request) => {
      if (request.contract?.operation) await wait();
    });
  },
  { name: "mock-delays" },
);

/** Fails a share of the requests (`--error-rate`). */
export const failures: FastifyPluginAsync<FaultOptions> = fp(
  async (fastify: FastifyInstance, { errorRate, errorStatus, seedValue }: FaultOptions) => {
    if (errorRate === 0) return;
    let requests = 0;
    fastify.addHook("onRequest", (request, reply, done) => {
      const operation = request.contract?.operation;
      if (!operation) {
        done();
        return;
      }
      requests += 1;
      const draw = `${seedValue}\nerror ${requests}`;
      if (seededFraction(draw) >= errorRate) {
        done();
        return;
      }
      const statuses = errorStatus === undefined ? failureStatuses(operation) : [errorStatus];
      const status = statuses[Math.floor(seededFraction(`${draw} status`) * statuses.length)] ?? 503;
      const message = `The mock server fails ${errorRate * 100} % of the requests (--error-rate)`;
      reply.refuse({ status, code: "injected-error", message: "Failed on purpose", details: [{ message }] });
    });
  },
  { name: "mock-failures" },
);

/** Waits for a time in the range; the nth wait is the same in every run. */
export function createDelay({ min, max }: DelayRange, seedValue: string): () => Promise<void> {
  let requests = 0;
  return async () => {
    requests += 1;
    const share = seededFraction(`${seedValue}\ndelay ${requests}`);
    await setTimeout(Math.round(min + share * (max - min)));
  };
}

/** Statuses on which a client signs its user out, or forgets the record. */
const PERSONAL = new Set([401, 403, 404]);

/** The documented server errors and 429; else the other documented errors without `PERSONAL`; else 503. */
function failureStatuses({ responses }: Operation): readonly number[] {
  const documented = responses
    .filter(({ status }) => /^[45]\d\d$/.test(status))
    .map(({ status }) => Number(status))
    .sort((a, b) => a - b);
  const servers = documented.filter((status) => status >= 500 || status === 429);
  if (servers.length > 0) return servers;
  // 503 is right if `5XX` or `default` covers it. Otherwise another documented error is better.
  const isCovered = responses.some(({ status }) => status === "5XX" || status === "default");
  const others = documented.filter((status) => !PERSONAL.has(status));
  return isCovered || others.length === 0 ? [503] : others;
}
