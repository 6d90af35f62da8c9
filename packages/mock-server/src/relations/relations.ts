import {
  type ApiDescription,
  getOrMake,
  isObject,
  type JsonObject,
  type JsonSchema,
  type Link,
  nameWords,
  type Operation,
  parsePointer,
  type RecordPlace,
  type Resource,
  unwrapSchema,
} from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import { findReferences } from "./find-references.js";
import { createNounIndex } from "./noun-index.js";
import { isMany, type Reference } from "./reference.js";

/** The relations between the records of a description. All parameters and results are resources that own records. */
export interface Relations {
  /** The foreign keys of a resource's records. */
  from(resource: Resource): readonly Reference[];
  /** Lists in a resource's records that contain records that belong to them. */
  otherEnds(resource: Resource): readonly OtherEnd[];
  /** The foreign keys that name records of a resource, by the resource that has them. */
  to(target: Resource): readonly { readonly resource: Resource; readonly reference: Reference }[];
  /** The resources whose paths are below this one, and which of their parents it is. */
  below(parent: Resource): readonly { readonly resource: Resource; readonly index: number }[];
}

/** A list in a record with the records that belong to it: the `books` of an author whose books have an `authorId`. */
export interface OtherEnd {
  /** The list, with `EACH` at its end. Its target is the resource of the items. */
  readonly list: Reference;
  /** The foreign key of the items; `undefined` if the items are below the record. */
  readonly by: Reference | undefined;
}

type Parts = Pick<MockContext, "api" | "schemas" | "states">;

const known = new WeakMap<object, Relations>();

/** The relations of a description, computed on first use. */
export function relationsOf(parts: Parts): Relations {
  return getOrMake(known, parts.states, () => createRelations(parts));
}

function createRelations({ api, schemas, states }: Parts): Relations {
  const owners = [...states.all].map(({ owner }) => owner);
  const ownerOf = (resource: Resource): Resource => states.of(resource).owner;
  const nouns = createNounIndex(owners);
  const byRecord = resourcesByRecord(owners, (json) => unwrapSchema(schemas, json));
  const declared = declaredReferences(api, ownerOf);
  const found = remembered((resource): readonly Reference[] => {
    const sure = declared.get(resource) ?? [];
    const places = new Set(sure.map(placeText));
    const guessed = findReferences(schemas, nouns, byRecord, resource);
    return [...sure, ...guessed.filter((one) => !places.has(placeText(one)))];
  });
  const isBelow = ({ parents }: Resource, owner: Resource): boolean => {
    const parent = parents.at(-1)?.resource;
    return parent !== undefined && ownerOf(parent) === owner;
  };
  // `books: [{ id, title }]` of an author is the other end of the `authorId` of books.
  const otherEndOf = (list: Reference, owner: Resource): OtherEnd | undefined => {
    if (!isMany(list) || list.inner === undefined) return undefined;
    if (isBelow(list.target, owner)) return { list, by: undefined };
    const by = found(list.target).find((one) => !isMany(one) && one.target === owner && one.place.length === 1);
    return by && { list, by };
  };
  const from = remembered((owner) => found(owner).filter((reference) => !otherEndOf(reference, owner)));
  return {
    from,
    otherEnds: (owner) => found(owner).flatMap((reference) => otherEndOf(reference, owner) ?? []),
    to: (target) =>
      owners.flatMap((resource) =>
        from(resource).flatMap((reference) => (reference.target === target ? [{ resource, reference }] : [])),
      ),
    below: (parent) =>
      owners.flatMap((resource) =>
        resource.parents.flatMap(({ resource: above }, index) =>
          above && ownerOf(above) === parent ? [{ resource, index }] : [],
        ),
      ),
  };
}

function remembered<T>(work: (resource: Resource) => T): (resource: Resource) => T {
  const known = new Map<Resource, T>();
  return (resource) => getOrMake(known, resource, () => work(resource));
}

/** The resources by the schema of their records, without schemas that several resources share. */
function resourcesByRecord(
  owners: readonly Resource[],
  bare: (json: JsonSchema) => JsonSchema,
): ReadonlyMap<JsonSchema, Resource> {
  const byRecord = new Map<JsonSchema, Resource>();
  const shared = new Set<JsonSchema>();
  for (const owner of owners) {
    const json = bare(owner.schema.json);
    if (byRecord.has(json)) shared.add(json);
    byRecord.set(json, owner);
  }
  for (const json of shared) byRecord.delete(json);
  return byRecord;
}

/** Foreign keys declared by paths and links: `/customers/{customer}/subscriptions` lists the subscriptions with that `customer`. */
function declaredReferences(
  api: Parts["api"],
  ownerOf: (resource: Resource) => Resource,
): ReadonlyMap<Resource, readonly Reference[]> {
  const declared = new Map<Resource, Reference[]>();
  const add = (from: Resource, reference: Reference): void => {
    const before = declared.get(from) ?? [];
    if (before.some((one) => placeText(one) === placeText(reference))) return;
    declared.set(from, [...before, reference]);
  };
  for (const resource of api.resources) {
    const owner = ownerOf(resource);
    for (const { resource: parent, property } of resource.parents) {
      if (!parent || !property) continue;
      const isOwn = owner.parents.some((own) => own.resource && ownerOf(own.resource) === ownerOf(parent));
      if (!isOwn)
        add(owner, { place: property, inner: undefined, target: ownerOf(parent), meaning: meaningOf(property) });
    }
  }
  for (const { from, place, target } of [...namedPlaces(api), ...linkedPlaces(api)])
    add(ownerOf(from), { place, inner: undefined, target: ownerOf(target), meaning: meaningOf(place) });
  return declared;
}

function meaningOf(place: readonly string[]): string {
  const words = place.flatMap(nameWords);
  return words.filter((word, index) => index === 0 || word !== "id").join("");
}

function placeText({ place }: Pick<Reference, "place">): string {
  return place.map(String).join("/");
}

/** A foreign key that the description declares: the value at `place` names a record of `target`. */
interface LinkedPlace {
  /** The resource whose records have it. */
  readonly from: Resource;
  readonly place: RecordPlace;
  readonly target: Resource;
}

/** The foreign keys that `x-onespec` declares at paths: `relations: { author: { resource: /authors, key: writtenBy } }`. */
function namedPlaces({ document, resources }: Parts["api"]): readonly LinkedPlace[] {
  const at = new Map(resources.map((resource) => [resource.collectionPath, resource]));
  const root = membersAt(document, ["x-onespec", "resources"]);
  return resources.flatMap((from): LinkedPlace[] => {
    const own = ["paths", from.collectionPath, "x-onespec", "relations"];
    const relations = { ...membersAt(root, [from.collectionPath, "relations"]), ...membersAt(document, own) };
    return Object.values(relations).flatMap((relation) => {
      const { resource, key } = membersAt(relation, []);
      const target = typeof resource === "string" ? at.get(resource) : undefined;
      return target && typeof key === "string" ? [{ from, place: key.split("."), target }] : [];
    });
  });
}

/** The members of the object at a place; none if there is no object. */
function membersAt(value: unknown, place: readonly string[]): JsonObject {
  const found = place.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isObject(found) ? found : {};
}

/**
 * The foreign keys that links of responses declare: with `parameters: { authorId: $response.body#/writtenBy }` for the operation that
 * reads an author, `writtenBy` is the id of an author.
 * @see OpenAPI 3.1, "Link Object" and "Runtime Expressions"
 */
function linkedPlaces({ operations }: Pick<ApiDescription, "operations">): readonly LinkedPlace[] {
  const found: LinkedPlace[] = [];
  for (const operation of operations) {
    const links = operation.responses.flatMap((response) => Object.values(response.links));
    if (links.length === 0) continue;
    const { role } = operation;
    if (!("resource" in role) || !("reply" in role) || role.reply === undefined) continue;
    for (const link of links) {
      const linked = linkedOperation(operations, link);
      if (!linked) continue;
      for (const [name, expression] of Object.entries(link.parameters)) {
        const target = resourceOfParameter(linked, name.replace(/^path\./, ""));
        const place = bodyPlace(expression, role.reply);
        const isOwnId = place?.join("/") === role.resource.id.property?.join("/");
        if (target && place && !isOwnId) found.push({ from: role.resource, place, target });
      }
    }
  }
  return found;
}

function linkedOperation(operations: readonly Operation[], { operationId, operationRef }: Link): Operation | undefined {
  if (operationId !== undefined) return operations.find((one) => (one.operationId ?? one.id) === operationId);
  const [, path, method] = parsePointer(operationRef?.split("#")[1] ?? "");
  return operations.find((one) => one.path === path && one.method === method);
}

/** The resource whose id is this path parameter of the operation. */
function resourceOfParameter({ role, template }: Operation, name: string): Resource | undefined {
  if (!("resource" in role)) return undefined;
  const index = template.parameters.indexOf(name);
  const { parents } = role.resource;
  if (index < 0) return undefined;
  if (index < parents.length) return parents[index]?.resource;
  return role.kind === "list" || role.kind === "create" ? undefined : role.resource;
}

/** The place in the record that `$response.body#/…` points to. */
function bodyPlace(expression: unknown, reply: RecordPlace): RecordPlace | undefined {
  const [, pointer] = (typeof expression === "string" && /^\{?\$response\.body#([^}]*)\}?$/.exec(expression)) || [];
  if (pointer === undefined || !pointer.startsWith("/")) return undefined;
  const place = parsePointer(pointer);
  const isInside = reply.every((name, index) => place[index] === name);
  return isInside && place.length > reply.length ? place.slice(reply.length) : undefined;
}
