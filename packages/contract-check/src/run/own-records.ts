import type { RawOperation } from "../description/raw-operation.js";
import { type RawPair, recordPath } from "../description/raw-pair.js";
import type { ApiClient, Reply, SentRequest } from "./api-client.js";
import { findRecord } from "./find-record.js";
import { locationId } from "./path-values.js";

/** The records that a check has made and must remove. */
export interface OwnRecords {
  /** Looks at an exchange: does it make a record, or remove one? */
  note(request: SentRequest, reply: Reply): void;
  /** Deletes what is left, the newest first. Returns what could not be removed. */
  removeAll(
    client: ApiClient,
    headersFor: (operation: RawOperation) => Readonly<Record<string, string>>,
  ): Promise<Leftover[]>;
}

/** A record that the check made and could not remove. */
export interface Leftover {
  readonly path: string;
  readonly reason: string;
}

interface Collection {
  readonly pair: RawPair;
  readonly collection: RegExp;
  readonly item: RegExp;
}

export function createOwnRecords(pairs: readonly RawPair[]): OwnRecords {
  // The longest first: `/admin/pets` ends like `/pets`.
  const collections = pairs
    .map((pair): Collection => ({ pair, collection: matcherOf(pair.collectionPath), item: matcherOf(pair.itemPath) }))
    .sort((a, b) => b.pair.itemPath.length - a.pair.itemPath.length);
  const made = new Map<string, RawPair>();
  return {
    note({ method, target }, reply) {
      if (reply.status >= 300) return;
      const [path = ""] = target.split("?");
      if (method === "DELETE") made.delete(path);
      if (method === "POST") {
        const found = collections.find(({ pair, collection }) => pair.create !== undefined && collection.test(path));
        const id = found && (findRecord(reply.json, found.pair)?.id ?? locationId(reply.headers.location));
        if (found && id !== undefined) made.set(recordPath(found.pair, path, id), found.pair);
      }
      // Others answer 200 to a PUT that makes a record as well; only 201 says that nothing was there before.
      if (method === "PUT" && reply.status === 201) {
        const found = collections.find(({ item }) => item.test(path));
        if (found) made.set(path, found.pair);
      }
    },
    async removeAll(client, headersFor) {
      const left: Leftover[] = [];
      for (const [path, { remove }] of [...made].reverse()) {
        if (remove === undefined) {
          left.push({ path, reason: "no DELETE is documented, or it is excluded" });
          continue;
        }
        const request = { method: "DELETE", target: path, body: undefined, headers: headersFor(remove) };
        const reply = await client.send(request).catch(() => undefined);
        // 404: it went with its parent.
        if (reply === undefined) left.push({ path, reason: "no answer to DELETE" });
        else if (reply.status >= 300 && reply.status !== 404 && reply.status !== 410)
          left.push({ path, reason: `DELETE answers ${reply.status}` });
      }
      made.clear();
      return left.reverse();
    },
  };
}

/** Whatever stands before the description's paths. */
function matcherOf(template: string): RegExp {
  const parts = template.replace(/\/$/, "").split(/\{[^{}]*\}/);
  return new RegExp(`${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^/]+")}/?$`);
}
