import { objectProperties, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import type { Awaitable, RecordCollection, RecordPage, StoredRecord } from "../store/record-store.js";
import type { ScopePattern } from "./resource-state.js";

/** Looks for a record by what a client may take for its id. */
export type FindByOtherId = (scope: ScopePattern, text: string) => Awaitable<StoredRecord | undefined>;

/**
 * Real records often have several ids (`id` beside `uuid`, `dispute_id`, `username`), and which of them a path means only their
 * authors know. When nothing has the text as its key, the first record that has it as another id is meant.
 */
export function findByOtherId(
  schemas: SchemaRegistry,
  resource: Resource,
  collection: RecordCollection,
): FindByOtherId {
  let names: readonly string[] | undefined;
  return async (scope, text) => {
    names ??= otherIds(schemas, resource);
    const readings = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
    const look = (name: string): Awaitable<RecordPage> =>
      collection.list({ scope, where: [{ property: [name], operator: "in", value: readings }], limit: 1 });
    for (const [index, name] of names.entries()) {
      const page = look(name);
      if (page instanceof Promise) {
        // A database is asked all at once.
        const pages = await Promise.all([page, ...names.slice(index + 1).map(look)]);
        return pages.find(({ records }) => records.length > 0)?.records[0];
      }
      if (page.records[0]) return page.records[0];
    }
    return undefined;
  };
}

/** Properties of the record that look like an id, most likely first; the one that is its id is left out. */
function otherIds(schemas: SchemaRegistry, { schema, id, collectionPath }: Resource): string[] {
  const noun = fold(collectionPath.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "");
  const nouns = [noun, noun.replace(/ies$/, "y"), noun.replace(/s$/, "")];
  const wanted = [
    ...(id.parameter === undefined ? [] : [fold(id.parameter)]),
    "id",
    ...nouns.flatMap((one) => ["id", "uuid", "key", "name", "number", "code", "slug"].map((word) => one + word)),
    ...nouns,
    ...["uuid", "guid", "uid", "gid", "sid", "identifier", "key", "slug", "login", "username", "name", "code", "tag"],
  ];
  const present = [...objectProperties(schemas, schema.json).values()]
    // By a secret nothing is found, or paths would tell which one is right.
    .filter(({ name, writeOnly }) => !writeOnly && !isId(id.property, name))
    .map(({ name }) => name);
  return [...new Set(wanted)].flatMap((one) => present.filter((name) => fold(name) === one));
}

function isId(property: Resource["id"]["property"], name: string): boolean {
  return property?.length === 1 && property[0] === name;
}

function fold(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
