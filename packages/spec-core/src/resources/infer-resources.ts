import type { Operation } from "../model/api-description.js";
import type { Role } from "../model/operation-role.js";
import type { Resource } from "../model/resource.js";
import type { JsonSchema, SchemaRegistry } from "../schema/schema.js";
import { foldName } from "../words/fold-name.js";
import { nameWords } from "../words/name-words.js";
import { sameNoun } from "../words/same-noun.js";
import { buildResources } from "./build/build-resources.js";
import { findShallowCollections, findShallowItemPaths } from "./build/shallow-item-paths.js";
import { describeRole } from "./describe-role.js";
import { hasPages } from "./lists/used-parameters.js";
import { pairPaths } from "./pairs/pair-paths.js";
import { type ReadPair, readPair } from "./pairs/read-pair.js";
import { createPairRoles, type RoleFinder } from "./roles/crud-roles.js";
import { createLinkedFilters } from "./roles/linked-filters.js";
import { createLinks } from "./roles/links.js";
import { otherRoles } from "./roles/other-roles.js";
import { shapeKey } from "./routes/path-shape.js";
import { groupRoutes } from "./routes/routes.js";
import { isSameRecord } from "./shapes/same-record.js";
import { createSchemaReader, type SchemaReader } from "./shapes/schema-reader.js";

export interface InferredResources {
  /** In alphabetical order of their collection paths. */
  readonly resources: readonly Resource[];
  /** The role of an operation. Roles outside pairs are computed when they are requested. */
  roleOf(operation: Operation): InferredRole;
  /**
   * The records that an operation lists with pages or filters, if no path creates or reads them. `undefined` for other
   * operations.
   */
  listOf(operation: Operation): Resource | undefined;
}

export interface InferredRole {
  readonly role: Role;
  /** One sentence for users. */
  readonly reason: string;
}

const OWN_STATE: Role = { kind: "operation" };

/**
 * Finds the collections of records in a description's paths, and the effect of each operation on them. The structure of
 * paths suggests a role and the schemas decide. The order of paths and parameters does not matter.
 */
export function inferResources(operations: readonly Operation[], schemas: SchemaRegistry): InferredResources {
  const reader = createSchemaReader(schemas);
  const routes = groupRoutes(operations);
  const pairs = plausiblePairs(
    reader,
    withOneId(
      reader,
      pairPaths(reader, routes).map((pair) => readPair(reader, pair)),
    ),
  );
  const all = [
    ...pairs,
    ...findShallowItemPaths(reader, routes, pairs),
    ...findShallowCollections(reader, routes, pairs),
  ];
  const built = buildResources(reader, withIdOfItem(reader, all));
  const links = createLinks(reader, routes, built);
  const pairRole = createPairRoles(reader, built, createLinkedFilters(reader, built, links));
  let others: RoleFinder | undefined;
  return {
    resources: built.map(({ resource }) => resource),
    listOf(operation) {
      const isAlone = operation.method === "get" && this.roleOf(operation).role.kind === "operation";
      const collection = isAlone ? routes.of(operation) : undefined;
      const read = collection && readPair(reader, { collection, item: undefined });
      if (!read?.list || reader.facts(read.record).properties.size === 0) return undefined;
      const [listed] = buildResources(reader, [{ ...read, roles: { list: operation } }]);
      const list = listed?.resource.list;
      return list && (hasPages(list) || list.filters.length > 0) ? listed?.resource : undefined;
    },
    roleOf(operation) {
      let role = pairRole(operation);
      if (role === undefined) {
        others ??= otherRoles(reader, routes, built, links, pairRole);
        role = others(operation) ?? OWN_STATE;
      }
      const found = role;
      return {
        role,
        get reason() {
          return describeRole(operation, found);
        },
      };
    },
  };
}

/**
 * Gives the same records the same id: `{message_id}` of `/pins/{message_id}` is the `id` of a message, as in
 * `/messages/{message_id}`, and not the `message_id` of the message to which it replies.
 */
function withOneId(reader: SchemaReader, pairs: readonly ReadPair[]): ReadPair[] {
  const keyOf = ({ record, id }: ReadPair): string | undefined => {
    const { name, uri } = reader.schemas.schemaOf(reader.facts(record).json);
    return id.parameter === undefined || name === undefined ? undefined : `${uri} ${foldName(id.parameter)}`;
  };
  const homes = new Map<string, ReadPair>();
  for (const read of pairs) {
    const [noun] = nameWords(read.id.parameter ?? "");
    const key = noun !== undefined && sameNoun(read.noun, noun) && read.roles.create ? keyOf(read) : undefined;
    if (key !== undefined && read.idProperty && !homes.has(key)) homes.set(key, read);
  }
  const usual = usualId(pairs);
  return pairs.map((read) => {
    const { properties } = reader.facts(read.record);
    // If the API's other records have the id `acme_id`, these records have it, too.
    if (usual !== undefined && read.idProperty === undefined && read.id.parameter?.endsWith("_id") !== false)
      return properties.has(usual) ? { ...read, idProperty: [usual] } : read;
    const home = homes.size === 0 || read.idProperty === undefined ? undefined : homes.get(keyOf(read) ?? "");
    return home && home !== read && home.idProperty?.join("/") !== read.idProperty?.join("/")
      ? { ...read, idProperty: home.idProperty }
      : read;
  });
}

/**
 * Gives a collection without an item path the id of the same records elsewhere: `/accounts/{id}/holds` the `token` of
 * `/holds/{hold_token}`.
 */
function withIdOfItem(reader: SchemaReader, pairs: readonly ReadPair[]): ReadPair[] {
  const items = pairs.filter(({ pair, idProperty }) => pair.item && idProperty);
  return pairs.map((read) => {
    if (read.pair.item || read.idProperty?.join() === "id") return read;
    const item = items.find(({ noun, record }) => noun === read.noun && isSameRecord(reader, record, read.record));
    return item ? { ...read, idProperty: item.idProperty } : read;
  });
}

/** A vendor's own name for the ids of many resources: `acme_id`. */
function usualId(pairs: readonly ReadPair[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { idProperty } of pairs) {
    const [name = "", ...inner] = idProperty ?? [];
    if (inner.length === 0 && /^[a-z]+(?:_id|Id)$/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count >= MANY)?.[0];
}

const MANY = 5;

/**
 * Removes pairs without records, such as the texts of a proxy. Also removes pairs that only link something to the
 * record around them: `POST /conversations/{id}/customers` and `DELETE /conversations/{id}/customers/{contact_id}` both
 * return the conversation, and nothing shows a customer.
 */
function plausiblePairs(reader: SchemaReader, pairs: readonly ReadPair[]): ReadPair[] {
  const byItem = new Map<string, ReadPair>();
  for (const read of pairs) {
    if (read.pair.item) byItem.set(shapeKey(read.pair.item.shape.segments), read);
  }
  return pairs.filter(({ pair, id, record, idProperty, list, roles }) => {
    const { types } = reader.facts(record);
    if (types.size > 0 && !types.has("object")) return false;
    // If nothing shows the id, no client can know it.
    if (pair.item && !list && !roles.read && !idProperty && reader.facts(record).properties.size > 0) return false;
    // In `GET /collection/{type}`, the type is `movies` or `shows`: it is not the id of a record that
    // `POST /collection` creates.
    if (roles.create && isEnumerated(reader, id.parameterSchema)) {
      const own = idProperty && reader.at(record, idProperty);
      if (!isEnumerated(reader, own)) return false;
    }
    const around = byItem.get(shapeKey(pair.collection.shape.segments.slice(0, -1)));
    return !around || list !== undefined || roles.read !== undefined || !isSameRecord(reader, record, around.record);
  });
}

function isEnumerated(reader: SchemaReader, schema: JsonSchema | undefined): boolean {
  const json = schema === undefined ? undefined : reader.facts(schema).json;
  return typeof json === "object" && json.enum !== undefined;
}
