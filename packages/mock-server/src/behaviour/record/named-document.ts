import { type BodyPlan, coerceValue, schemaAt, selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  nameWords,
  pathNoun,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  type SingletonRole,
  sameNoun,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { filledPath } from "../../model/state-key.js";
import { isSchemaOf } from "../../response/place-value.js";
import { recordValue } from "../../response/record-answer.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";

/** A record of a collection that another path shows as a document. */
export interface NamedRecord {
  readonly value: JsonObject;
  /** The answer with this value of the record, in the form of the collection's own answers. @param reply the place of the record in it */
  shown(value: unknown, body: BodyPlan, reply: RecordPlace | undefined): unknown;
  update(change: (value: unknown) => unknown): Promise<unknown>;
  delete(): Promise<void>;
}

/**
 * Finds the record that the path of a document names by its properties: `/repos/{owner}/{repo}` finds the repository that
 * `POST /user/repos` created. Only for collections whose records have no path with their id. `/users/me` is the first user. `undefined` if
 * there is no such collection.
 * The finder returns "none" if the collections have only other records, and `undefined` if they are empty.
 */
export function namedRecordFinder(
  context: MockContext,
  { key, first }: SingletonRole,
  schema: Schema,
): ((texts: Readonly<Record<string, string>>) => Promise<NamedRecord | "none" | undefined>) | undefined {
  const { api, schemas, states, seeds } = context;
  const keys = first ? [] : keysOf(schemas, key, schema.json);
  const homes = first ? [first] : keys ? api.resources.filter((resource) => isHome(schemas, resource, schema)) : [];
  if (!keys || homes.length === 0) return undefined;
  return async (texts) => {
    let isEmpty = true;
    const where = keys.map(({ parameter, property }) => {
      const json = schemaAt(schemas, schema, property)?.json ?? true;
      return { property, operator: "eq" as const, value: coerceValue(schemas, json, texts[parameter] ?? "") };
    });
    for (const resource of homes) {
      const { collection } = states.of(resource);
      if (resource.parents.length === 0) await seeds.fill(resource, []);
      const [record] = (await collection.list({ where, limit: 1 })).records;
      if (record) return named(record, resource, collection);
      isEmpty &&= (await collection.count()) === 0;
    }
    return isEmpty ? undefined : "none";
  };

  function named(
    { scope, key: id, value }: StoredRecord,
    resource: Resource,
    collection: ReturnType<typeof states.of>["collection"],
  ): NamedRecord {
    return {
      value,
      shown(shown, body, reply) {
        const isOther = !first && reply?.length === 0 && !isSchemaOf(schemas, schema.json, resource.schema);
        const show = recordValue(context, resource, body, isOther ? undefined : reply);
        return show({ scope, key: id, value: shown as JsonObject });
      },
      async update(change) {
        const { property } = resource.id;
        const kept = (before: JsonObject, changed: unknown): unknown => {
          const own = property && valueAtPlace(before, property);
          return property && own !== undefined ? withValueAt(changed, property, own) : changed;
        };
        const record = await collection.update(
          scope,
          id,
          (current) => kept(current.value, change(current.value)) as JsonObject,
        );
        return record?.value;
      },
      async delete() {
        await collection.delete(scope, id);
      },
    };
  }
}

/**
 * Returns the paths of the documents that show a record of this collection, such as `/repos/ann/tools`. `undefined` if no path names its
 * records by their properties.
 * @see namedRecordFinder
 */
export function namedDocumentPaths(
  { api, schemas }: MockContext,
  resource: Resource,
): ((record: StoredRecord) => readonly string[]) | undefined {
  if (!resource.roles.create || resource.itemPath !== undefined) return undefined;
  const documents = api.operations.flatMap((operation) => {
    const { role, method } = operation;
    if (method !== "get" || role.kind !== "singleton") return [];
    const body = selectSuccess(operation).response?.content.find((media) => media.schema)?.schema;
    const schema = body && schemaAt(schemas, body, role.reply ?? []);
    const keys = schema && isHome(schemas, resource, schema) ? keysOf(schemas, role.key, schema.json) : undefined;
    return keys ? [{ path: role.key, keys }] : [];
  });
  if (documents.length === 0) return undefined;
  return ({ value }) =>
    documents.map(({ path, keys }) =>
      filledPath(
        path,
        Object.fromEntries(keys.map(({ parameter, property }) => [parameter, String(valueAtPlace(value, property))])),
      ),
    );
}

/**
 * True if the resource creates records like the document, and no path has their ids. The create may answer more properties than the list,
 * so both schemas count.
 */
function isHome(schemas: SchemaRegistry, { roles, itemPath, schema }: Resource, document: Schema): boolean {
  if (!roles.create || itemPath !== undefined) return false;
  const created = selectSuccess(roles.create).response?.content.find((media) => media.schema)?.schema;
  return [schema, created].some((one) => one && isSchemaOf(schemas, document.json, one));
}

interface DocumentKey {
  readonly parameter: string;
  readonly property: RecordPlace;
}

/** The property for each parameter of a path that ends in a parameter; `undefined` if one of them has no property. */
function keysOf(schemas: SchemaRegistry, path: string, record: JsonSchema): readonly DocumentKey[] | undefined {
  const segments = path.split("/").filter((segment) => segment !== "");
  const noun = foldName(pathNoun(path));
  const keys: DocumentKey[] = [];
  for (const [index, segment] of segments.entries()) {
    const parameter = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (parameter === undefined) continue;
    const isLast = index === segments.length - 1;
    const property = keyOf(schemas, record, parameter, isLast ? noun : "");
    if (!property) return undefined;
    keys.push({ parameter, property });
  }
  return segments.at(-1)?.endsWith("}") && keys.length > 0 ? keys : undefined;
}

/** The property for a parameter: `owner.login` for `{owner}`, `name` for `{repo}` after `repos`, `slug` for `{repo_slug}`. */
function keyOf(schemas: SchemaRegistry, record: JsonSchema, parameter: string, noun: string): RecordPlace | undefined {
  const words = nameWords(parameter);
  const [first = "", ...rest] = words;
  const isOwn = noun !== "" && sameNoun(first, noun);
  const wanted = isOwn
    ? rest.length > 0
      ? [rest.join("")]
      : NAMES
    : [foldName(parameter), ...(rest.length > 0 ? [first] : [])];
  const properties = propertiesOf(schemas, record);
  for (const word of wanted) {
    const found = properties.find(({ name }) => foldName(name) === word);
    const shape = found && schemaShape(schemas, found.schema);
    if (!found || !shape) continue;
    if (shape.types.has("string") || shape.types.has("integer")) return [found.name];
    const inner = NAMES.map((name) => [...shape.properties.values()].find((one) => foldName(one.name) === name)).find(
      (one) => one && schemaShape(schemas, one.schema).types.has("string"),
    );
    if (inner) return [found.name, inner.name];
  }
  return undefined;
}

/** Properties by which paths name a record, the most likely first. */
const NAMES = ["login", "username", "slug", "name", "key", "id"];
