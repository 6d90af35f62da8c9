import { selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  isByExample,
  isObject,
  type JsonSchema,
  type Operation,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import { filledPath } from "../../model/state-key.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { addressReader, ancestorOf } from "../record/record-address.js";
import { createDocumentRenewal } from "../record/renewed-secret.js";
import { plainListOf, withoutValues, withValues } from "../selection/plain-list.js";

/**
 * Reads the initial document or list from a property of the record above it. `/envelopes/{id}/recipients` shows the `recipients` that were
 * sent with the envelope, until a client writes there. `undefined` if the path does not end in one word below a record.
 */
export function documentOfRecord(
  context: MockContext,
  operation: Operation,
  schema: Schema | undefined,
): ((texts: Call["pathTexts"]) => Promise<unknown>) | undefined {
  const { api, schemas, states, seeds } = context;
  const resource = ancestorOf(api.resources, operation);
  const last = resource?.itemPath && operation.path.slice(resource.itemPath.length + 1).replace(/\/$/, "");
  if (!resource || !schema || !last || /[/{]/.test(last)) return undefined;
  const read = addressReader(schemas, states, operation, resource);
  const declared = schemaShape(schemas, resource.schema.json).properties;
  const isPart = (name: string): boolean => foldName(name) === foldName(last);
  const isList = isArray(schemas, schema.json);
  const isValid = (value: unknown): boolean =>
    isByExample(schema) || schemas.validator(schema, "response").isValid(value);
  const own = (record: StoredRecord | undefined): unknown => {
    if (!record) return undefined;
    const name = Object.keys(record.value).find(isPart);
    const value = name === undefined ? undefined : record.value[name];
    const isLeftOut = name === undefined && [...declared.keys()].some(isPart);
    if (isList) {
      const isDeclared = [...declared.values()].some((one) => isPart(one.name) && isArray(schemas, one.schema));
      const list = name === undefined && isDeclared ? [] : value;
      return Array.isArray(list) && isValid(list) ? list : undefined;
    }
    const document = Array.isArray(value)
      ? aroundList(schemas, schema, value)
      : isLeftOut
        ? emptyLists(schemas, schema)
        : value;
    return isObject(document) && isValid(document) ? document : undefined;
  };
  return async (texts) => {
    const address = read(texts);
    await seeds.fill(resource, address.scope);
    return own(await states.of(resource).find(address, address.key));
  };
}

function isArray(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return schemaShape(schemas, json).types.has("array");
}

/**
 * Wraps a list in the only property of a document whose items look like its items: the `documents` of an envelope in `envelopeDocuments`.
 */
function aroundList(schemas: SchemaRegistry, schema: Schema, list: readonly unknown[]): JsonObject | undefined {
  const names = new Set(list.filter(isObject).flatMap((one) => Object.keys(one)));
  const holders = [...schemaShape(schemas, schema.json).properties.values()].flatMap(({ name, schema: property }) => {
    const { items } = schemaShape(schemas, property);
    if (items === undefined) return [];
    const known = schemaShape(schemas, items).properties;
    return [...names].some((one) => known.has(one)) ? [{ name, known }] : [];
  });
  const [holder, ...others] = holders;
  if (!holder || others.length > 0) return undefined;
  const shown = list.filter(isObject).map((one) => pickBy(one, (name) => holder.known.has(name)));
  return { [holder.name]: shown };
}

function emptyLists(schemas: SchemaRegistry, { json }: Schema): JsonObject | undefined {
  const lists = [...schemaShape(schemas, json).properties.values()].filter(({ schema }) => isArray(schemas, schema));
  return lists.length === 0 ? undefined : Object.fromEntries(lists.map(({ name }) => [name, []]));
}

/** Adds the sent items to the lists of a document: the effect of `POST` at a path that also has `PUT`. */
export function withAddedItems(before: unknown, sent: unknown): unknown {
  if (!isObject(before) || !isObject(sent)) return sent;
  const added = Object.entries(sent).map(([name, value]) => {
    const own = before[name];
    const isAdded = Array.isArray(value) && Array.isArray(own) && value.every(isObject);
    return [name, isAdded ? [...own, ...value] : value];
  });
  return Object.fromEntries(added);
}

/** The document without the items that the body of a `DELETE` names; `undefined` if it names none. */
export function withoutNamedItems(before: unknown, sent: unknown): JsonObject | undefined {
  if (!isObject(before) || !isObject(sent)) return undefined;
  const lists = Object.entries(sent).filter(
    ([name, value]) => Array.isArray(value) && value.length > 0 && value.every(isObject) && Array.isArray(before[name]),
  );
  if (lists.length === 0) return undefined;
  const kept = lists.map(([name, value]) => [
    name,
    (before[name] as unknown[]).filter((item) => !(value as unknown[]).some((one) => isMeant(item, one))),
  ]);
  return { ...before, ...Object.fromEntries(kept) } as JsonObject;
}

/** True if the item has all plain values of `named`. */
function isMeant(item: unknown, named: unknown): boolean {
  if (!isObject(item) || !isObject(named)) return false;
  const said = Object.entries(named).filter(([, value]) => typeof value !== "object");
  return said.length > 0 && said.every(([name, value]) => String(item[name]) === String(value));
}

/**
 * Changes an item of a document. The last parameter of the path names the item. `DELETE /envelopes/{id}/recipients/{recipientId}` removes
 * it from the lists that `GET /envelopes/{id}/recipients` shows. `DELETE /groups/{id}/labels/{label}` removes a plain value, and `PUT` adds
 * one. A path below the document may also renew its secrets. `undefined` for other paths.
 */
export function itemChange(
  context: MockContext,
  operation: Operation,
): ((texts: Call["pathTexts"]) => Promise<void>) | undefined {
  const [, path, parameter] = /^(.+)\/\{([^{}]+)\}\/?$/.exec(operation.path) ?? [];
  const isAdded = operation.method === "put";
  if ((operation.method !== "delete" && !isAdded) || path === undefined || parameter === undefined)
    return createDocumentRenewal(context, operation);
  const { api, schemas, operationStates } = context;
  const reading = api.operations.find(
    ({ role, method }) => role.kind === "singleton" && role.key === path && method === "get",
  );
  const schema = reading && selectSuccess(reading).response?.content[0]?.schema;
  const list = schema && plainListOf(schemas, schema);
  if (!reading || !schema || !(list ?? (!isAdded && holdsItems(schemas, schema, parameter)))) return undefined;
  const ofRecord = documentOfRecord(context, reading, schema);
  return async (texts) => {
    const key = filledPath(path, texts);
    const text = texts[parameter] ?? "";
    const change = isAdded ? withValues : withoutValues;
    const changed = (value: unknown): unknown =>
      list ? list.changed(value, (kept) => change(kept, [text])) : withoutItem(value, parameter, text);
    const own = (await ofRecord?.(texts)) ?? (isAdded ? list?.empty : undefined);
    if (own) await operationStates.change(key, operation.id, changed, own);
    else await operationStates.update(key, operation.id, changed);
  };
}

function withoutItem(value: unknown, parameter: string, text: string): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).map(([name, list]) => [
    name,
    Array.isArray(list) ? list.filter((item) => !isMeant(item, { [parameter]: text })) : list,
  ]);
  return Object.fromEntries(kept);
}

/** Some list of the document has items with this property. */
function holdsItems(schemas: SchemaRegistry, schema: Schema, parameter: string): boolean {
  return [...schemaShape(schemas, schema.json).properties.values()].some(({ schema: property }) => {
    const { items } = schemaShape(schemas, property);
    return items !== undefined && schemaShape(schemas, items).properties.has(parameter);
  });
}
