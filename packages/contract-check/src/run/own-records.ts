import { fold } from "../description/fold.js";
import { isScalar, type JsonObject, percentEncode } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { pathPattern, type RawPair, recordPath } from "../description/raw-pair.js";
import { sentBody } from "./accepted-body.js";
import type { ApiClient, Reply, SentRequest } from "./api-client.js";
import { findRecord, type IdHint, idOf, showsContent, singular } from "./find-record.js";
import { locationId } from "./path-values.js";

/** The records that a check has created and must remove. */
export interface OwnRecords {
  /** Notes whether an exchange created or removed a record. */
  note(request: SentRequest, reply: Reply): void;
  /**
   * Deletes the remaining records, newest first. Returns those that could not be removed. @param requestFor builds a
   * valid request at a path
   */
  removeAll(
    client: ApiClient,
    requestFor: (operation: RawOperation, path: string) => Promise<SentRequest>,
  ): Promise<Leftover[]>;
}

/** A record that the check created but could not remove. */
export interface Leftover {
  readonly path: string;
  readonly reason: string;
}

const UNNAMED = "the answer to the create has no id";

interface Collection {
  readonly pair: RawPair;
  readonly item: RegExp;
}

/** How a created record is removed. */
interface Made {
  readonly remove: RawOperation | undefined;
  /**
   * Set if the record's path is not below the path of its create. Before deleting, a read must show that this is the
   * created record.
   */
  readonly check?: {
    readonly read: RawOperation;
    readonly hint: IdHint;
    readonly made: JsonObject;
    readonly sent: JsonObject;
  };
  /** The path of a create whose answer has no id. The record may have another id than the one in the sent body. */
  readonly unnamedAt?: string;
}

/** A DELETE for records that another path creates: `/todos/{id}` for `POST /lists/{id}/todos`. */
interface Home {
  readonly noun: string;
  readonly hint: IdHint;
  readonly remove: RawOperation;
  readonly read: RawOperation;
}

export function createOwnRecords(pairs: readonly RawPair[], operations: readonly RawOperation[]): OwnRecords {
  // Longest path first, since `/admin/pets` also ends in `/pets`.
  const collections = pairs
    .map((pair): Collection => ({ pair, item: matcherOf(pair.itemPath) }))
    .sort((a, b) => b.pair.itemPath.length - a.pair.itemPath.length);
  const homes = homesOf(operations);
  const creates = operations
    .filter(({ method }) => method === "POST")
    .map(({ path }) => ({ path, matcher: matcherOf(path), noun: nounOf(path) }))
    .sort((a, b) => b.path.length - a.path.length);
  const made = new Map<string, Made>();
  /** Paths of successful DELETEs. Records below them are deleted too. */
  const emptied = new Set<string>();
  const isBelowEmptied = (path: string): boolean => [...emptied].some((one) => path.startsWith(`${one}/`));
  const unnamed: Leftover[] = [];
  const lists = operations.filter(({ method }) => method === "GET").map(({ path }) => matcherOf(path));
  const isListed = (path: string): boolean => lists.some((matcher) => matcher.test(path));
  /** An update with another id may move the record to another path. */
  const noteMove = (path: string, body: Buffer | undefined, reply: Reply): void => {
    const { pair } = collections.find(({ item }) => item.test(path)) ?? {};
    const found = pair && findRecord(reply.json, pair);
    const sent = sentBody({ body });
    if (!pair?.read || !found || !Object.values(sent).some((value) => isScalar(value) && String(value) === found.id))
      return;
    const moved = `${path.replace(/\/$/, "").split("/").slice(0, -1).join("/")}/${percentEncode(found.id)}`;
    const check = { read: pair.read, hint: pair, made: found.record, sent };
    if (!made.has(moved)) made.set(moved, { remove: pair.remove, check });
  };
  /** Without an id in the answer, the id may be a value that was sent, such as a name. */
  const noteChosen = (pair: RawPair, path: string, sent: JsonObject): boolean => {
    const { read, remove } = pair;
    const id = read && idOf(sent, pair);
    if (read === undefined || id === undefined) return false;
    made.set(recordPath(pair, path, id), { remove, check: { read, hint: pair, made: {}, sent }, unnamedAt: path });
    return true;
  };
  return {
    note({ method, target, body }, reply) {
      if (reply.status >= 300) return;
      const [path = ""] = target.split("?");
      if (method === "DELETE") {
        made.delete(path);
        emptied.add(path.replace(/\/$/, ""));
      }
      if (method === "POST") {
        const create = creates.find(({ matcher }) => matcher.test(path));
        const found = collections.find(({ pair }) => pair.create !== undefined && pair.create.path === create?.path);
        const id = found && (findRecord(reply.json, found.pair)?.id ?? locationId(reply.headers.location, found.pair));
        if (found && id !== undefined) made.set(recordPath(found.pair, path, id), { remove: found.pair.remove });
        else if (found && !noteChosen(found.pair, path, sentBody({ body }))) unnamed.push({ path, reason: UNNAMED });
        const home = create && !found && homes.find(({ noun }) => noun === create.noun);
        if (!found && !home && reply.status === 201 && isListed(path))
          unnamed.push({ path, reason: "no operation deletes one" });
        const record = home && findRecord(reply.json, home.hint);
        if (create && home && record) {
          const before = path
            .replace(/\/$/, "")
            .split("/")
            .slice(0, -create.path.replace(/^\/|\/$/g, "").split("/").length);
          const place = home.remove.path.replace(/\{[^{}]*\}/, () => percentEncode(record.id));
          made.set(`${before.join("/")}${place}`, {
            remove: home.remove,
            check: { read: home.read, hint: home.hint, made: record.record, sent: sentBody({ body }) },
          });
        }
      }
      if ((method === "PATCH" || method === "PUT") && made.has(path)) noteMove(path, body, reply);
      // A 200 for a PUT may be a create or an update. Only 201 shows that the record is new.
      if (method === "PUT" && reply.status === 201) {
        const found = collections.find(({ item }) => item.test(path));
        if (found) made.set(path, { remove: found.pair.remove });
      }
    },
    async removeAll(client, requestFor) {
      const left: Leftover[] = [];
      for (const [path, { remove, check, unnamedAt }] of [...made].reverse()) {
        if (remove === undefined) {
          left.push({ path, reason: "no DELETE is documented, or it is excluded" });
          continue;
        }
        const send = async (operation: RawOperation): Promise<Reply | undefined> =>
          client.send(await requestFor(operation, path)).catch(() => undefined);
        if (check) {
          const shown = await send(check.read);
          const record = shown && shown.status < 300 ? findRecord(shown.json, check.hint)?.record : undefined;
          if (shown?.status === 404 || shown?.status === 410) {
            // Otherwise it was deleted with its parent.
            if (unnamedAt !== undefined && !isBelowEmptied(path)) left.push({ path: unnamedAt, reason: UNNAMED });
            continue;
          }
          if (!record || !isSame(record, check)) {
            left.push({ path, reason: "what stands there is not what was created" });
            continue;
          }
        }
        const reply = await send(remove);
        // 404: the record was deleted with its parent. Some servers answer 403 for absent records.
        if (reply?.status === 403 && isBelowEmptied(path)) continue;
        if (reply === undefined) left.push({ path, reason: "no answer to DELETE" });
        else if (reply.status >= 300 && reply.status !== 404 && reply.status !== 410)
          left.push({ path, reason: `DELETE answers ${reply.status}` });
        else emptied.add(path.replace(/\/$/, ""));
      }
      made.clear();
      return [...left.reverse(), ...unnamed.splice(0)].filter(({ path }) => !isBelowEmptied(path));
    },
  };
}

/**
 * True if a record has the values of the create's answer. If the answer had only an id, compares with the sent values.
 */
function isSame(record: JsonObject, { made, sent }: NonNullable<Made["check"]>): boolean {
  const told = Object.entries(made).filter(([name, value]) => isScalar(value) && isScalar(record[name]));
  return told.length > 1 ? told.every(([name, value]) => record[name] === value) : showsContent(record, sent);
}

function homesOf(operations: readonly RawOperation[]): Home[] {
  return operations.flatMap((remove): Home[] => {
    const [, prefix = "", parameter = ""] = /^([^{}]+)\/\{([^{}/]+)\}\/?$/.exec(remove.path) ?? [];
    const read = operations.find(({ key }) => key === `GET ${remove.path}`);
    if (remove.method !== "DELETE" || prefix === "" || read === undefined) return [];
    const noun = nounOf(prefix);
    return [{ noun, hint: { parameter, noun, collectionPath: prefix }, remove, read }];
  });
}

/** The last word of a path that is no parameter, in the singular. */
function nounOf(path: string): string {
  return fold(singular(path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? ""));
}

/** The base path in front of the description's paths. */
function matcherOf(template: string): RegExp {
  return new RegExp(pathPattern(template));
}
