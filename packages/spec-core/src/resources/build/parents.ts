import { getOrMake } from "../../lazy/caches.js";
import { lazily } from "../../lazy/lazily.js";
import type { Parent, Resource } from "../../model/resource.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import { lastLiteral, type ShapeSegment, shapeKey, withoutBase } from "../routes/path-shape.js";
import { isSameShape } from "../shapes/same-record.js";
import {
  findDescribedProperty,
  findOwnerName,
  findParentProperty,
  findTypedReference,
  isIdWord,
  OWNERS,
  OWNING,
  type ParentClues,
} from "./parent-property.js";

/** Resources by item path, to find the resource that a path parameter identifies. */
interface ItemPaths {
  add(segments: readonly ShapeSegment[], resource: Resource): void;
  /** The resource with this item path. If none is equal, a prefix such as `/api/v1` is ignored. */
  find(segments: readonly ShapeSegment[]): Resource | undefined;
}

export function createItemPaths(): ItemPaths {
  const exact = new Map<string, Resource>();
  const loose = new Map<string, Resource>();
  return {
    add(segments, resource) {
      const key = shapeKey(segments);
      if (!exact.has(key)) exact.set(key, resource);
      const short = shapeKey(withoutBase(segments));
      if (!loose.has(short)) loose.set(short, resource);
    },
    find: (segments) => exact.get(shapeKey(segments)) ?? loose.get(shapeKey(withoutBase(segments))),
  };
}

/** The parents in the collection's path parameters, outermost first. */
export function findParents(segments: readonly ShapeSegment[], items: ItemPaths, clues: ParentClues): Parent[] {
  const parents: Parent[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "literal") continue;
    const prefix = segments.slice(0, index + 1);
    const names = segment.kind === "parameter" ? [segment.name] : segment.names;
    for (const parameter of names) {
      const resource = segment.kind === "parameter" ? items.find(prefix) : undefined;
      const noun = foldName(lastLiteral(segments.slice(0, index)));
      const isOwnKind = (): boolean =>
        resource !== undefined && isSameShape(clues.reader, clues.record, resource.schema.json);
      let known: ReturnType<typeof findTypedReference> | null = null;
      const typed = () => {
        if (known === null) known = findTypedReference(parameter, noun, clues);
        return known;
      };
      const property = () =>
        findParentProperty(parameter, noun, clues) ??
        (isOwnKind() ? findParentProperty("parent_id", "parent", clues) : undefined) ??
        (OWNING.some((word) => sameNoun(word, noun))
          ? (findDescribedProperty(parameter, noun, clues, OWNERS) ?? findOwnerName(parameter, clues))
          : undefined) ??
        typed()?.property;
      const kind = () => {
        const reference = typed();
        return reference && reference.property === parent.property ? reference.kind : undefined;
      };
      const parent: Parent = lazily({ parameter, resource }, { property, kind });
      parents.push(parent);
    }
  }
  return parents;
}

/**
 * Finds parents by the names of path parameters where the path has no matching item path. The `{projectKey}` of
 * `/flags/{projectKey}` belongs to `/projects/{projectKey}`, the only resource with that parameter that creates
 * records. The `{environmentKey}` behind it belongs to `/projects/{projectKey}/environments/{environmentKey}`. The
 * `{member_id}` of `/access/members/{member_id}/roles` belongs to the only `/members/{id}`.
 */
export function joinNamedParents(resources: readonly Resource[]): void {
  const named = new Map<string, Resource[]>();
  for (const resource of resources) {
    const { parameter = "" } = resource.id;
    if (resource.stateKey !== resource.collectionPath || nameWords(parameter).length < 2) continue;
    getOrMake(named, parameter, () => []).push(resource);
  }
  const namedAs = (parameter: string, path: string): Resource | undefined => {
    const all = named.get(parameter) ?? [];
    const near = all.filter(({ collectionPath }) => collectionPath.split("/")[1] === path.split("/")[1]);
    const [made, ...others] = all.filter(({ roles }) => roles.create);
    // The `{clusterId}` of `/storage/buckets/{clusterId}` belongs to `/storage/clusters/{clusterId}`, even though
    // nothing creates those clusters.
    return others.length > 0 || (near.length > 0 && !near.some((one) => one.roles.create)) ? undefined : made;
  };
  for (const { parents, id, collectionPath } of resources) {
    for (const [index, parent] of parents.entries()) {
      const isOwn = parent.parameter === id.parameter;
      const found = isOwn
        ? undefined
        : (namedAs(parent.parameter, collectionPath) ?? homeOf(resources, collectionPath, parent));
      const above = found && parents.slice(0, index);
      const isBehindItsOwn =
        above?.length === found?.parents.length &&
        above?.every(({ resource }, place) => resource !== undefined && resource === found?.parents[place]?.resource);
      if (found && !parent.resource && isBehindItsOwn) Object.assign(parent, { resource: found });
      // The `{org}` of `/teams/{org}/{team}/projects` is the parent of the team.
      for (const [place, { resource }] of (parent.resource?.parents ?? []).entries()) {
        const before = parents[index - (parent.resource?.parents.length ?? 0) + place];
        if (before && resource && !before.resource) Object.assign(before, { resource });
      }
    }
  }
}

/** The only collection with the word before the parameter, if the parameter is an id of that noun. */
function homeOf(resources: readonly Resource[], path: string, { parameter, resource }: Parent): Resource | undefined {
  const words = nameWords(parameter);
  const before = resource ? "" : (path.split(`/{${parameter}}`)[0] ?? "");
  const noun = before === path ? "" : before.slice(before.lastIndexOf("/") + 1);
  if (noun === "" || !isIdWord(words.at(-1)) || !sameNoun(words.slice(0, -1).join(""), foldName(noun)))
    return undefined;
  const homes = resources.filter(
    ({ collectionPath, itemPath, roles, stateKey, parents }) =>
      itemPath !== undefined &&
      roles.create &&
      parents.length === 0 &&
      stateKey === collectionPath &&
      collectionPath.endsWith(`/${noun}`),
  );
  return homes.length === 1 ? homes[0] : undefined;
}
