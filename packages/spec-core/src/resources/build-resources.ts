import type { JsonSchema } from "../schema/schema.js";
import { findPlaceOfId } from "./id-place.js";
import { inferListConvention } from "./infer-list-convention.js";
import { lazily } from "./lazily.js";
import type { ListConvention } from "./list-convention.js";
import { createItemPaths, findParents } from "./parents.js";
import { pathParameter } from "./path-parameter.js";
import type { ReadPair } from "./read-pair.js";
import type { Resource, ResourceId } from "./resource.js";
import { nameResources } from "./resource-name.js";
import { compareText } from "./routes.js";
import type { SchemaReader } from "./schema-reader.js";
import { findSharedState, type Stateful } from "./state-key.js";

export interface BuiltResource {
  readonly pair: ReadPair;
  readonly resource: Resource;
}

/** Makes the resources of all pairs, in alphabetical order of their collection paths. */
export function buildResources(reader: SchemaReader, pairs: readonly ReadPair[]): BuiltResource[] {
  const ordered = pairs.toSorted((a, b) => compareText(pathOf(a), pathOf(b)));
  const names = nameResources(ordered.map(({ pair }) => pair.collection.shape.segments));
  const named = ordered.map((pair, index) => ({ pair, name: names[index] ?? "" }));
  const items = createItemPaths();
  const sharers = new Map<string, Stateful[]>();
  const built: BuiltResource[] = [];
  // Short paths first: parents come before what is below them, and `/users` before `/admin/users`.
  for (const { pair, name } of named.toSorted((a, b) => depthOf(a.pair) - depthOf(b.pair))) {
    const resource = buildResource(reader, pair, name);
    built.push({ pair, resource });
  }
  return built.sort((a, b) => compareText(pathOf(a.pair), pathOf(b.pair)));

  function buildResource(reader: SchemaReader, read: ReadPair, name: string): Resource {
    const { pair, record, idProperty, noun, roles } = read;
    const { segments } = pair.collection.shape;
    const operations = [...pair.collection.operations, ...(pair.item?.operations ?? [])];
    const parameterSchema = (parameter: string) => pathParameter(operations, parameter)?.schema.json;
    const unshared = {
      collectionPath: pair.collection.path,
      itemPath: pair.item?.path,
      parents: findParents(reader, segments, items, { record, idProperty, parameterSchema }),
      id: buildId(reader, read),
      schema: reader.schemas.schemaOf(record),
      roles,
    };
    const earlier = sharers.get(noun) ?? [];
    const shared = findSharedState(reader, { resource: unshared, segments, pair: read }, earlier);
    const resource = lazily<Omit<Resource, "list">, Pick<Resource, "list">>(
      { name, stateKey: shared?.stateKey ?? unshared.collectionPath, ...unshared },
      { list: () => buildList(reader, read) },
    );
    sharers.set(noun, [...earlier, { resource, segments, pair: read }]);
    if (pair.item) items.add(pair.item.shape.segments, resource);
    return resource;
  }
}

function pathOf({ pair }: ReadPair): string {
  return pair.collection.path;
}

function depthOf({ pair }: ReadPair): number {
  return pair.collection.shape.segments.length;
}

function buildId(reader: SchemaReader, { pair, id, idProperty, record, list, roles }: ReadPair): ResourceId {
  const parameterSchema = pair.item && pathParameter(pair.item.operations, id.parameter)?.schema;
  const holders = [record, list?.found.items].filter((holder) => holder !== undefined);
  const property =
    idProperty && holders.map((holder) => reader.at(holder, idProperty)).find((json) => json !== undefined);
  const told = property ?? createdId(reader, roles.create, id);
  const schema = told === undefined ? parameterSchema : reader.schemas.schemaOf(told);
  return {
    parameter: id.parameter,
    property: idProperty,
    schema: schema ?? reader.schemas.schemaOf(true),
    parameterSchema,
  };
}

/** The id as the answer to a create tells it, where the record does not. */
function createdId(
  reader: SchemaReader,
  create: ReadPair["roles"]["create"],
  id: ReadPair["id"],
): JsonSchema | undefined {
  const answer = reader.answer(create);
  const place = answer === undefined ? undefined : findPlaceOfId(reader, answer, id);
  return answer === undefined || !place ? undefined : reader.at(answer, place);
}

function buildList(reader: SchemaReader, { list, record, id, idProperty, noun }: ReadPair): ListConvention | undefined {
  return (
    list && inferListConvention(reader, { ...list, record, id: { place: idProperty, parameter: id.parameter }, noun })
  );
}
