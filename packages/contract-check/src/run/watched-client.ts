import type { ApiClient } from "./api-client.js";
import type { CheckRun } from "./check-run.js";
import type { OwnRecords } from "./own-records.js";
import type { CredentialTally } from "./refused-credentials.js";

/** Counts of the requests and answers of a check. */
export interface Counts {
  requests: number;
  /** Statuses of the answers. */
  readonly statuses: Set<number>;
  /** Answers of 401 and 403. */
  refused: number;
}

const MOST_EXCHANGES = 40;

/**
 * Answers that a server may give for unknown paths. Some frameworks read bodies before they match the path, so they
 * reject bodies at any path.
 */
export const UNROUTED: ReadonlySet<number> = new Set([400, 404, 413, 415]);

/** The client of a run. It records every exchange, with the common headers. */
export function watchedClient(
  client: ApiClient,
  own: OwnRecords,
  current: CheckRun["current"],
  { counted, failed }: { readonly counted: Counts; readonly failed: Set<string> },
  tally: CredentialTally,
  common: Readonly<Record<string, string>>,
): ApiClient {
  return {
    async send(request) {
      counted.requests += 1;
      if (current.exchanges.length >= MOST_EXCHANGES) current.exchanges.shift();
      const shared = Object.entries(common).filter(([name]) => !request.without?.includes(name));
      const sent = { ...request, headers: { ...Object.fromEntries(shared), ...request.headers } };
      try {
        const reply = await client.send(request);
        counted.statuses.add(reply.status);
        if (reply.status === 401 || reply.status === 403) counted.refused += 1;
        if (reply.status >= 500 && request.method !== "GET") failed.add(request.target.split("?")[0] ?? "");
        current.exchanges.push({ request: sent, reply });
        own.note(request, reply);
        tally.note(request, reply);
        return reply;
      } catch (error) {
        current.exchanges.push({ request: sent, reply: undefined });
        throw error;
      }
    },
    get isGivenUp() {
      return client.isGivenUp;
    },
    close: () => client.close(),
  };
}
