import type { Resource } from "../model/resource.js";
import { foldName } from "../words/fold-name.js";
import { sameNoun } from "../words/same-noun.js";
import type { BuiltResource } from "./build-resources.js";
import { isSameRecord } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * Finds the collections whose records are links to records of another: `PUT /groups/{id}/members/{userId}` without a body makes a user
 * a member, and `/lists/{id}/relationships/profiles` has the type and id of profiles. Sets `members` of their resources.
 */
export function joinMembers(reader: SchemaReader, built: readonly BuiltResource[]): void {
  const homes = built.filter(({ resource }) => isHome(resource));
  for (const link of built) {
    const { parents, stateKey, collectionPath } = link.resource;
    if (parents.length === 0 || stateKey !== collectionPath || parents.at(-1)?.property) continue;
    if (!addsLinks(reader, link)) continue;
    const targets = homes.filter((home) => home !== link && isTarget(reader, link, home));
    const [target, ...others] = targets;
    if (target && others.length === 0) Object.assign(link.resource, { members: target.resource });
  }
}

function isHome({ roles, stateKey, collectionPath }: Resource): boolean {
  return stateKey === collectionPath && (roles.create ?? roles.read) !== undefined;
}

/** Does nothing but ids come in? */
function addsLinks(reader: SchemaReader, { resource: { roles }, pair }: BuiltResource): boolean {
  const writes = [roles.create, roles.replace].filter((operation) => operation !== undefined);
  if (writes.length === 0 || roles.update) return false;
  return isReference(reader, pair) || writes.every((operation) => reader.body(operation) === undefined);
}

/** A record of nothing but its id and its type (JSON:API, "Resource Identifier Objects"). */
function isReference(reader: SchemaReader, { record, idProperty }: BuiltResource["pair"]): boolean {
  const names = [...reader.facts(record).properties.keys()].filter((name) => name !== "meta");
  return idProperty?.length === 1 && names.includes("type") && names.length === 2;
}

function isTarget(reader: SchemaReader, link: BuiltResource, home: BuiltResource): boolean {
  if (home.resource.parents.length >= link.resource.parents.length) return false;
  if (link.pair.idProperty?.join("/") !== home.pair.idProperty?.join("/")) return false;
  if (isReference(reader, link.pair)) return sameNoun(link.pair.noun, home.pair.noun);
  const isNamed =
    foldName(link.resource.id.parameter ?? "") === foldName(home.resource.id.parameter ?? "") ||
    sameNoun(link.pair.noun, home.pair.noun);
  return isNamed && isSameRecord(reader, link.pair.record, home.pair.record);
}
