import { fold } from "../description/fold.js";
import { isScalar, type JsonObject, percentEncode } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { pathPattern, type RawPair, recordPath } from "../description/raw-pair.js";
import { sentBody } from "./accepted-body.js";
import type { ApiClient, Reply, SentRequest } from "./api-client.js";
import { findRecord, type IdHint, idOf, showsContent, singular } from "./find-record.js";
import { locationId } from "./path-values.js";

/** The records that a check has made and must remove. */
export interface OwnRecords {
  /** Looks at an exchange: does it make a record, or remove one? */
  note(request: SentRequest, reply: Reply): void;
  /** Deletes what is left, the newest first; `requestFor` makes a valid request at a path. Returns what could not be removed. */
  removeAll(
    client: ApiClient,
    requestFor: (operation: RawOperation, path: string) => Promise<SentRequest>,
  ): Promise<Leftover[]>;
}

/** A record that the check made and could not remove. */
export interface Leftover {
  readonly path: string;
  readonly reason: string;
}

const UNNAMED = "the answer to the create has no id";

interface Collection {
  readonly pair: RawPair;
  readonly item: RegExp;
}

/** How a record that was made is removed. */
interface Made {
  readonly remove: RawOperation | undefined;
  /** Asked before the record is removed at a path that is not below the one where it was made. */
  readonly check?: {
    readonly read: RawOperation;
    readonly hint: IdHint;
    readonly made: JsonObject;
    readonly sent: JsonObject;
  };
  /** The path of a create whose answer has no id: the record may not go by what was sent. */
  readonly unnamedAt?: string;
}

/** A DELETE of one record, such as `/todos/{id}`, for records that are made below another path: `POST /lists/{id}/todos`. */
interface Home {
  readonly noun: string;
  readonly hint: IdHint;
  readonly remove: RawOperation;
  readonly read: RawOperation;
}

export function createOwnRecords(pairs: readonly RawPair[], operations: readonly RawOperation[]): OwnRecords {
  // The longest first: `/admin/pets` ends like `/pets`.
  const collections = pairs
    .map((pair): Collection => ({ pair, item: matcherOf(pair.itemPath) }))
    .sort((a, b) => b.pair.itemPath.length - a.pair.itemPath.length);
  const homes = homesOf(operations);
  const creates = operations
    .filter(({ method }) => method === "POST")
    .map(({ path }) => ({ path, matcher: matcherOf(path), noun: nounOf(path) }))
    .sort((a, b) => b.path.length - a.path.length);
  const made = new Map<string, Made>();
  /** Paths of DELETEs that succeeded: the records below are gone as well. */
  const emptied = new Set<string>();
  const isBelowEmptied = (path: string): boolean => [...emptied].some((one) => path.startsWith(`${one}/`));
  const unnamed: Leftover[] = [];
  const lists = operations.filter(({ method }) => method === "GET").map(({ path }) => matcherOf(path));
  const isListed = (path: string): boolean => lists.some((matcher) => matcher.test(path));
  /** An update that names another id may move the record there. */
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
  /** A record may go by what was sent, such as its name. */
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
      // Others answer 200 to a PUT that makes a record as well; only 201 says that nothing was there before.
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
            // Else it went with its parent.
            if (unnamedAt !== undefined && !isBelowEmptied(path)) left.push({ path: unnamedAt, reason: UNNAMED });
            continue;
          }
          if (!record || !isSame(record, check)) {
            left.push({ path, reason: "what stands there is not what was created" });
            continue;
          }
        }
        const reply = await send(remove);
        // 404: it went with its parent. Some servers answer 403 for what is not there.
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

/** True if a record shows the values that its create answered, or the sent ones if the create answered an id only. */
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

/** Whatever stands before the description's paths. */
function matcherOf(template: string): RegExp {
  return new RegExp(pathPattern(template));
}
