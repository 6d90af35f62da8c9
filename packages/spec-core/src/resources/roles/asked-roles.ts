import type { Operation } from "../../model/api-description.js";
import type { OperationRole } from "../../model/operation-role.js";
import { sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { lastLiteral } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { answersRecord } from "./keyed-paths.js";
import type { KnownPaths } from "./known-paths.js";
import { actionRole } from "./record-roles.js";

/**
 * The role of an operation that finds one record, with one word behind the path of the collection. The query or the
 * body selects the record: `GET /links/info?domain=&key=`, `POST /cards/search_by_number`.
 */
export function askedRole(parts: KnownPaths, { shape }: Route, operation: Operation): OperationRole | undefined {
  const { segments, suffix } = shape;
  const word = ownWord(segments);
  if (operation.method === "get" && OWN.test(word)) return ownRole(parts, shape, operation);
  const isAsked = operation.method === "get" ? ASKED.test(word) : operation.method === "post" && SEARCHED.test(word);
  const owner = isAsked ? parts.collectionAt(segments.slice(0, -1), suffix) : undefined;
  return owner && foundByQuery(parts, owner, operation);
}

/** The role of `GET /users/me`, or of `GET /me` if it returns a user. The first user stands for the client. */
function ownRole(parts: KnownPaths, shape: Route["shape"], operation: Operation): OperationRole | undefined {
  const owner = usersOf(parts, shape, operation);
  if (!owner) return undefined;
  const { resource, pair } = owner;
  const { reply = [] } = actionRole(parts.reader, operation, pair, resource);
  return { kind: "operation", finds: { role: { kind: "read", resource, reply }, by: [], isFirst: true } };
}

/** The users of `GET /users/me`, or of `GET /me` if it returns a user. */
export function usersOf(
  { reader, built, collectionAt }: KnownPaths,
  { segments, suffix }: Route["shape"],
  reading: Operation,
): BuiltResource | undefined {
  if (!OWN.test(ownWord(segments))) return undefined;
  const isShown = (one: BuiltResource): boolean =>
    one.resource.parents.length === 0 && answersRecord(reader, reading, one);
  const above = collectionAt(segments.slice(0, -1), suffix);
  const [owner, ...others] = above ? [above].filter(isShown) : built.filter((one) => isPerson(one) && isShown(one));
  return others.length === 0 ? owner : undefined;
}

/** The last word of a path, in lower case if it is `Me`. */
function ownWord(segments: Route["shape"]["segments"]): string {
  return lastLiteral(segments.slice(-1)).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

function isPerson({ pair: { noun } }: BuiltResource): boolean {
  return PERSONS.some((person) => sameNoun(person, noun));
}

const OWN = /^@?(?:me|self|myself|current|whoami)$/;
const PERSONS = ["user", "member", "account", "person", "profile"];

/**
 * The role of an operation whose answer is the record that its query or body selects. `undefined` if nothing selects a
 * record, or if the answer is something else.
 */
export function foundByQuery(parts: KnownPaths, owner: BuiltResource, operation: Operation): OperationRole | undefined {
  if (owner.resource.parents.length > 0 || !answersRecord(parts.reader, operation, owner)) return undefined;
  const { resource, pair } = owner;
  const { list } = parts.selecting(owner, operation);
  if (!list.filters.some(({ operator }) => operator === "eq")) return undefined;
  const { reply = [] } = actionRole(parts.reader, operation, pair, resource);
  return { kind: "operation", finds: { role: { kind: "read", resource, reply }, by: [], list } };
}

const SEARCHED = /^(?:by|get|find|lookup|search|fetch|retrieve)(?:[-_A-Z].*)?$/;

/** Excludes `preview` and `upcoming`: they return records that do not exist yet. */
const ASKED = /^(?:info|details?|show|resolve|(?:by|get|find|lookup|search|fetch|retrieve)(?:[-_A-Z].*)?)$/;
