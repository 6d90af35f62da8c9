import type { Operation } from "../../model/api-description.js";
import type { ViewLinks, ViewScope } from "../../model/operation-role.js";
import type { Parent, RecordPlace, Resource } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import {
  findDescribedProperty,
  findElementProperty,
  findParentProperty,
  type ParentClues,
} from "../build/parent-property.js";
import { lastLiteral, type ShapeSegment, segmentNames, shapeKey, sharedStart } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { isPartOf, isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { Links } from "./links.js";

export interface Viewable {
  readonly resource: Resource;
  readonly record: JsonSchema;
  readonly noun: string;
  readonly collection: readonly ShapeSegment[];
}

/** True if the path is below the collection, or ends in the collection's noun. */
export function isOfCollection(segments: readonly ShapeSegment[], { collection, noun }: Viewable): boolean {
  return sharedStart(segments, collection) === collection.length || isNamedLike(segments, { noun });
}

export function isNamedLike(segments: readonly ShapeSegment[], { noun }: Pick<Viewable, "noun">): boolean {
  return sameNoun(foldName(lastLiteral(segments)), noun);
}

/** The restriction that each path parameter sets. `undefined` if the effect of one parameter is unknown. */
export function findScope(
  reader: SchemaReader,
  route: Route,
  operation: Operation,
  viewable: Viewable,
  built: readonly BuiltResource[],
  links?: Pick<Links, "named" | "between">,
): ViewScope[] | undefined {
  const { resource, collection } = viewable;
  const { segments } = route.shape;
  const scope: ViewScope[] = [];
  for (const [index, segment] of segments.entries()) {
    const owner = foldName(lastLiteral(segments.slice(0, index)));
    for (const parameter of segmentNames(segment)) {
      const prefix = segments.slice(0, index + 1);
      const parent = resource.parents.find(
        (one) => isAt(one.resource, prefix) || isNamed(one, parameter, owner, collection),
      );
      const clues = {
        reader,
        record: resource.schema.json,
        idProperty: resource.id.property,
        parameterSchema: (name: string) =>
          operation.parameters.find((one) => one.in === "path" && one.name === name)?.schema.json,
      };
      const property = parent
        ? parent.property
        : (findParentProperty(parameter, owner, clues) ??
          findElementProperty(parameter, owner, clues) ??
          findDescribedProperty(parameter, owner, clues) ??
          findHolder(built, prefix, clues, segments));
      const isOwner = index === segments.length - 2 && resource.parents.length === 0;
      const isSameNoun = isNamedLike(segments, viewable);
      const isFree = !parent && !property;
      const through =
        (isFree ? findLinks(reader, built, segments, index, resource, isSameNoun) : undefined) ??
        (isOwner && !(property && isSameNoun) ? links?.named(route) : undefined) ??
        (isOwner && isFree ? links?.between(route, resource) : undefined);
      if (through) scope.push({ parameter, parent: undefined, property: undefined, through });
      if (through) continue;
      if (!parent && !property) return undefined;
      scope.push({ parameter, parent: parent?.parameter, property });
    }
  }
  // Two lists below one parent, such as a task's subtasks and its dependencies, are not views of each other.
  const isBeside = scope.some(({ parent, property }) => parent !== undefined && property === undefined);
  const isLinked = scope.some(({ through }) => through !== undefined);
  return isBeside && !isLinked && !isOfCollection(segments, viewable) ? undefined : scope;
}

/**
 * The place of the id in a record's `parent`, if the parent is a record of the resource in the path: the folder of a
 * file. `/folders/{id}/children` also lists by a plain `parent_id`.
 */
function findHolder(
  built: readonly BuiltResource[],
  prefix: readonly ShapeSegment[],
  clues: ParentClues,
  segments: readonly ShapeSegment[],
): RecordPlace | undefined {
  const { reader } = clues;
  const place = findParentProperty("parent_id", "parent", clues);
  const isChildren = lastLiteral(segments.slice(prefix.length, prefix.length + 1)) === "children";
  const around = place && (place.length > 1 || isChildren) ? place.slice(0, -1) : undefined;
  const held = around && reader.at(clues.record, around);
  const owner = held === undefined ? undefined : built.find(({ resource }) => isAt(resource, prefix));
  if (!owner || held === undefined) return undefined;
  const { record } = owner.pair;
  return isSameRecord(reader, held, record) || isPartOf(reader, held, record) ? place : undefined;
}

/**
 * The links between the record in a path and the records that the path lists: `/lists/{id}/profiles`,
 * `/profiles/{id}/lists`.
 */
function findLinks(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  segments: readonly ShapeSegment[],
  index: number,
  shown: Resource,
  isNamedAsShown: boolean,
): ViewLinks | undefined {
  const item = segments.slice(0, index + 1);
  const around = segments.slice(0, index).flatMap(segmentNames);
  const noun = foldName(lastLiteral(segments));
  for (const { resource: links, pair } of built) {
    const owner = links.members && links.parents.at(-1)?.resource;
    if (!links.members || !owner) continue;
    if (!links.parents.slice(0, -1).every(({ parameter }) => around.includes(parameter))) continue;
    // `/items/{id}/categories` shows the catalog categories that `/items/{id}/relationships/categories` links.
    const isOwners = owner === shown && isAt(links.members.resource, item);
    // `/groups/{id}/members` shows the users of `/users/{id}/groups`.
    if (isOwners && (isNamedAsShown || noun === "members")) return { links, shows: "owners" };
    if (!isNamedAsShown && !sameNoun(pair.noun, noun)) continue;
    if (links.members.resource === shown && isAt(owner, item)) return { links, shows: "members" };
    if (isOwners) return { links, shows: "owners" };
  }
  const paired = index === segments.length - 2 ? findPairs(reader, built, item, shown) : undefined;
  if (paired) return paired;
  if (!isNamedAsShown || index !== segments.length - 2 || shown.parents.length > 0) return undefined;
  const owner = built.find(({ resource }) => resource.parents.length === 0 && isAt(resource, item));
  const at = owner && findNamed(reader, owner, noun, shown);
  return owner && at ? { links: owner.resource, shows: "named", at } : undefined;
}

/**
 * The only records that refer to both: `/memberships` with a `group_id` and a `user_id`, or the records that
 * `POST /groups/{id}/members` creates with a `user_id`. `undefined` if there are several kinds.
 */
function findPairs(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  item: readonly ShapeSegment[],
  shown: Resource,
): ViewLinks | undefined {
  const [owner, other] = [
    built.find(({ resource }) => isAt(resource, item)),
    built.find(({ resource }) => resource === shown),
  ];
  if (!owner || !other || owner === other) return undefined;
  if (owner.resource.parents.length + shown.parents.length > 0) return undefined;
  const found = built.flatMap((link): ViewLinks[] => {
    const { resource: links, pair } = link;
    if (link === owner || link === other || links.members || links.parents.length > 1) return [];
    if (!(links.roles.create ?? links.roles.replace)) return [];
    const parent = links.parents[0]?.resource;
    const ends = [owner, other];
    // A collection below one of the two, with the noun of the other, contains only links.
    const isOfEnds = links.parents.length === 0 || ends.some((one) => one.resource === parent);
    const isCalled = LINKING.test(pair.noun) || (parent && ends.some((one) => sameNoun(one.pair.noun, pair.noun)));
    if (!isOfEnds || !isCalled) return [];
    const [by, at] = ends.map(({ resource, pair: { noun } }) =>
      resource === parent
        ? []
        : findParentProperty(resource.id.parameter ?? "", noun, {
            reader,
            record: pair.record,
            idProperty: parent ? undefined : links.id.property,
            parameterSchema: () => undefined,
          }),
    );
    // If the reference is called like the id of the resource that it refers to, the record may be of that resource
    // itself.
    const isOwn = ends.some(({ resource }, index) => String(resource.id.property) === String([by, at][index]));
    return by && at && !isOwn ? [{ links, shows: "paired", by, at }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

const LINKING = /(?:member|membership|assignment|association|link|relation|relationship|enrollment)s?$/;

/** The list of ids in a record: `relationships.tags.data` in JSON:API, or `tags` itself. */
function findNamed(
  reader: SchemaReader,
  { pair }: BuiltResource,
  noun: string,
  { id }: Resource,
): RecordPlace | undefined {
  const [idName] = id.property ?? [];
  const holders = [["relationships"], []];
  for (const holder of holders) {
    const facts = reader.facts(reader.at(pair.record, holder) ?? true);
    const name = facts.byFoldedName.get(noun);
    const place = name === undefined ? undefined : [...holder, name, ...(holder.length > 0 ? ["data"] : [])];
    const list = place && reader.at(pair.record, place);
    const items = list === undefined ? undefined : reader.facts(list).items;
    if (!place || items === undefined || idName === undefined) continue;
    const { properties, types } = reader.facts(items);
    if (properties.has(idName) || (types.has("string") && holder.length === 0 && properties.size === 0)) return place;
  }
  return undefined;
}

/**
 * True if a path parameter has the name of the parent's parameter. A general name such as `id` must also follow the
 * same word: `{id}` of `/servers` is not `{id}` of `/images`.
 */
function isNamed(parent: Parent, parameter: string, owner: string, collection: readonly ShapeSegment[]): boolean {
  if (foldName(parent.parameter) !== foldName(parameter)) return false;
  const place = collection.findIndex((segment) => segmentNames(segment).includes(parent.parameter));
  return !GENERIC.has(foldName(parameter)) || foldName(lastLiteral(collection.slice(0, place))) === owner;
}

const GENERIC = new Set(["id", "uuid", "guid", "uid", "sid", "gid", "key", "slug", "name", "identifier"]);

function isAt(resource: Resource | undefined, segments: readonly ShapeSegment[]): boolean {
  return (
    resource?.itemPath !== undefined && shapeKey(segments) === resource.itemPath.slice(1).replace(/\{[^{}]*\}/g, "{}")
  );
}
