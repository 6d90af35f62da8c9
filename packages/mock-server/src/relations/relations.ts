import { type JsonSchema, nameWords, type Resource, unwrapSchema } from "@onespec/spec-core";
import type { MockContext } from "../server/mock-context.js";
import type { OtherEnd } from "./embed-children.js";
import { findReferences } from "./find-references.js";
import { linkedPlaces } from "./link-references.js";
import { createNounIndex } from "./noun-index.js";
import { isMany, type Reference } from "./reference.js";

/** How the records of a description hang together. Resources stand for those that keep the records. */
export interface Relations {
  /** The foreign keys of a resource's records. */
  from(resource: Resource): readonly Reference[];
  /** Lists inside a resource's records of records that belong to them. */
  otherEnds(resource: Resource): readonly OtherEnd[];
  /** The foreign keys that name records of a resource, by the resource that has them. */
  to(target: Resource): readonly { readonly resource: Resource; readonly reference: Reference }[];
  /** The resources whose paths stand below a record of this one, and which of their parents it is. */
  below(parent: Resource): readonly { readonly resource: Resource; readonly index: number }[];
}

type Parts = Pick<MockContext, "api" | "schemas" | "states">;

const known = new WeakMap<object, Relations>();

/** The relations of a description, each worked out when first asked for. */
export function relationsOf(parts: Parts): Relations {
  let relations = known.get(parts.states);
  if (!relations) {
    relations = createRelations(parts);
    known.set(parts.states, relations);
  }
  return relations;
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
  // `books: [{ id, title }]` of an author whose books have an `authorId` says the same from the other end.
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
  return (resource) => {
    const before = known.get(resource);
    if (before !== undefined) return before;
    const value = work(resource);
    known.set(resource, value);
    return value;
  };
}

/** Schemas that are the record of one resource alone. */
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

/** What paths and links say outright: `/customers/{customer}/subscriptions` shows the subscriptions with that `customer`. */
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
  for (const { from, place, target } of linkedPlaces(api))
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
