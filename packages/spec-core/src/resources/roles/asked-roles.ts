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
 * The role of `GET /links/info?domain=&key=` and of `POST /cards/search_by_number`: one word behind a collection, it answers the record
 * that its query, or its body, selects.
 */
export function askedRole(parts: KnownPaths, { shape }: Route, operation: Operation): OperationRole | undefined {
  const { segments, suffix } = shape;
  const word = lastLiteral(segments.slice(-1)).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  if (operation.method === "get" && OWN.test(word)) return ownRole(parts, shape, operation);
  const isAsked = operation.method === "get" ? ASKED.test(word) : operation.method === "post" && SEARCHED.test(word);
  const owner = isAsked ? parts.collectionAt(segments.slice(0, -1), suffix) : undefined;
  return owner && foundByQuery(parts, owner, operation);
}

/** The role of `GET /users/me`, and of `GET /me` that answers a user: the first user stands for the client. */
function ownRole(parts: KnownPaths, { segments, suffix }: Route["shape"], operation: Operation) {
  const isShown = (one: BuiltResource): boolean =>
    one.resource.parents.length === 0 && answersRecord(parts.reader, operation, one);
  const above = parts.collectionAt(segments.slice(0, -1), suffix);
  const [owner, ...others] = above
    ? [above].filter(isShown)
    : parts.built.filter((one) => isPerson(one) && isShown(one));
  if (!owner || others.length > 0) return undefined;
  const { resource, pair } = owner;
  const { reply = [] } = actionRole(parts.reader, operation, pair, resource);
  return { kind: "operation", finds: { role: { kind: "read", resource, reply }, by: [], isFirst: true } } as const;
}

function isPerson({ pair: { noun } }: BuiltResource): boolean {
  return PERSONS.some((person) => sameNoun(person, noun));
}

const OWN = /^@?(?:me|self|myself|current|whoami)$/;
const PERSONS = ["user", "member", "account", "person", "profile"];

/** An operation that answers the record which its query selects. */
export function foundByQuery(parts: KnownPaths, owner: BuiltResource, operation: Operation): OperationRole | undefined {
  if (owner.resource.parents.length > 0 || !answersRecord(parts.reader, operation, owner)) return undefined;
  const { resource, pair } = owner;
  const { list } = parts.selecting(owner, operation);
  if (!list.filters.some(({ operator }) => operator === "eq")) return undefined;
  const { reply = [] } = actionRole(parts.reader, operation, pair, resource);
  return { kind: "operation", finds: { role: { kind: "read", resource, reply }, by: [], list } };
}

const SEARCHED = /^(?:by|get|find|lookup|search|fetch|retrieve)(?:[-_A-Z].*)?$/;

/** Not `preview` or `upcoming`, which show what is not there yet. */
const ASKED = /^(?:info|details?|show|resolve|(?:by|get|find|lookup|search|fetch|retrieve)(?:[-_A-Z].*)?)$/;
