import type { Operation } from "../model/api-description.js";
import { isBase } from "../resources/routes/path-shape.js";
import { foldName } from "../words/fold-name.js";
import { sameNoun } from "../words/same-noun.js";

/** A group of operations that get names. */
export interface NamedGroup {
  /** `projectUsers`. */
  readonly name: string;
  readonly collectionPath: string | undefined;
  /** The paths that a `GET` reads. */
  readonly readPaths: ReadonlySet<string>;
}

type NamedOperation = Pick<Operation, "operationId" | "method" | "path" | "tags">;

/**
 * A short name that distinguishes the operation in its group, for a generated or missing operationId: `retry` for `POST
 * /runs/{id}/retry`, `findAll` for `UsersController_findAll`. Its spelling is not normalized. `undefined` if there is
 * nothing shorter than the id.
 */
export function shortOperationName(operation: NamedOperation, group: NamedGroup): string | undefined {
  const { operationId } = operation;
  const isWritten = operationId !== undefined && operationId.trim() !== "";
  return isWritten ? bareName(operationId, operation, group) : nameByPath(operation, group);
}

/**
 * Removes what frameworks add to the name of a function: the path after it (FastAPI) or before it (Litestar), or the
 * class before it (NestJS, .NET, Rails).
 */
function bareName(id: string, operation: NamedOperation, group: NamedGroup): string | undefined {
  const noun = group.collectionPath?.split("/").findLast((segment) => segment !== "" && !segment.includes("{"));
  const owners = [group.name, ...(noun === undefined ? [] : [noun]), ...operation.tags.slice(0, 1)];
  const name = withoutOwners(withoutPath(id, operation), owners);
  return name === id ? undefined : name;
}

/** FastAPI's `list_users_api_users__get` of `GET /api/users/`, Litestar's `TeamsTeamIdUsersListUsers` of `GET /teams/{team_id}/users`. */
function withoutPath(id: string, { path, method }: NamedOperation): string {
  const added = `${path.replace(/\W/g, "_")}_${method}`;
  const name = id.endsWith(added) ? id.slice(0, -added.length) : "";
  if (name !== "") return name;
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const before = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const after = words.length > 1 && id.startsWith(before) ? id.slice(before.length) : "";
  return /^[A-Z]/.test(after) ? after : id;
}

/** `UsersController_findAll` as `findAll`, `users/list-keys` as `list-keys`. */
function withoutOwners(id: string, owners: readonly string[]): string {
  const [, head = "", mark = "", rest = ""] = /^([^._:/#]+)([._:/#]+)(.+)$/.exec(id) ?? [];
  return rest !== "" && isOwner(head, mark, owners) ? withoutOwners(rest, owners) : id;
}

function isOwner(head: string, mark: string, owners: readonly string[]): boolean {
  if (/[a-z\d]Controller$/.test(head)) return true;
  // `search_users` is a function's name. In `users_search` and `Users_Search` the first word is the class or module.
  const isVerb = mark === "_" && !/^[A-Z]/.test(head) && !isPluralWord(head);
  return !isVerb && owners.some((owner) => sameNoun(foldName(owner), foldName(head)));
}

/** `getTags` of `GET /runs/{id}/tags`, `retry` of `POST /runs/{id}/retry`. */
function nameByPath(operation: NamedOperation, group: NamedGroup): string {
  const after = segmentsAfter(operation, group);
  const words = after.filter((segment) => !segment.includes("{"));
  const last = after.at(-1) ?? "";
  const isOne = last.includes("{");
  const verb = VERBS[operation.method] ?? operation.method;
  if (words.length === 0 && isOne) return `${verb} by ${last}`;
  // `POST` on one record does not make one.
  if (words.length === 0 && operation.method === "post" && operation.path.endsWith("}")) return "post";
  const isThing = words.length === 0 || isOne || isPluralWord(last) || group.readPaths.has(operation.path);
  const isDone = (operation.method === "post" || operation.method === "put") && !isThing;
  const isSaid = words.some((word) => foldName(word) === verb);
  return [...(isDone || isSaid ? [] : [verb]), ...words].join(" ");
}

/** The segments after the item path of a resource, or after the name of the group. `move` of `{id}:move` is one. */
function segmentsAfter({ path }: NamedOperation, { name, collectionPath }: NamedGroup): string[] {
  const segments = path.split(/\/|(?<=[\w}]):(?=\w+$)/).filter((segment) => segment !== "");
  if (collectionPath !== undefined && path.startsWith(collectionPath)) {
    const after = segments.slice(collectionPath.split("/").filter((segment) => segment !== "").length);
    return after[0]?.includes("{") ? after.slice(1) : after;
  }
  const at = segments.findIndex((segment) => sameNoun(foldName(segment), foldName(name)));
  return at === -1 ? segments.filter((segment) => !isBase(segment)) : segments.slice(at + 1);
}

const VERBS: Readonly<Record<string, string>> = {
  get: "get",
  post: "create",
  put: "replace",
  patch: "update",
};

/** `keys`, and neither `status`, `address` nor `analysis`. */
function isPluralWord(word: string): boolean {
  return /[^isu]s$/i.test(word);
}
