import { ProblemError, validationProblem } from "@onespec/http-contract";
import { foldName, isObject, type Operation, objectProperties, type Resource, schemaShape } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import type { JsonObject } from "../../store/record-store.js";

/**
 * Applies the `Operations` of a SCIM `PATCH`: `{ op: "replace", path: "name.familyName", value }`, `{ op: "add", path: "members", value }`,
 * `{ op: "remove", path: "members[value eq \"2\"]" }`. Without a path, `value` is an object with the changed properties. Changes nothing if
 * one operation names a property that records do not have. `undefined` if the body has no such list.
 * @see RFC 7644, section 3.5.2 @throws ProblemError 400 for more than 1,000 changes
 */
export function createScimChange(
  { schemas }: Pick<MockContext, "schemas">,
  { requestBody }: Operation,
  { schema }: Resource,
): ((before: JsonObject, sent: unknown) => JsonObject) | undefined {
  const body = requestBody?.content[0]?.schema?.json;
  const list = body === undefined ? undefined : objectProperties(schemas, body).get("Operations");
  const { items } = list ? schemaShape(schemas, list.schema) : {};
  if (!list || items === undefined || !objectProperties(schemas, items).has("op")) return undefined;
  const declared = [...objectProperties(schemas, schema.json).values()];
  const isList = (name: string): boolean =>
    declared.some((one) => one.name === name && schemaShape(schemas, one.schema).types.has("array"));
  const nameOf = (record: JsonObject, text: string): string | undefined =>
    [...declared.map(({ name }) => name), ...Object.keys(record)].find((name) => foldName(name) === foldName(text));

  const applied = (record: JsonObject, { op, path, value }: ScimOperation): JsonObject | undefined => {
    if (path === undefined) {
      if (op === "remove" || !isObject(value)) return undefined;
      let changed: JsonObject | undefined = record;
      for (const [path, inner] of Object.entries(value))
        changed = changed && applied(changed, { op, path, value: inner });
      return changed;
    }
    const [, attribute = "", filter, inner] = PATH.exec(path.replace(/^urn:.*:/, "")) ?? [];
    const name = nameOf(record, attribute);
    if (name === undefined) return undefined;
    const before = record[name] ?? (isList(name) ? [] : undefined);
    const after = changedValue(before, { op, value }, filter, inner);
    return after === UNCLEAR ? undefined : { ...record, [name]: after };
  };

  return (before, sent) => {
    const listed: readonly unknown[] = isObject(sent) && Array.isArray(sent.Operations) ? sent.Operations : [];
    const operations = listed.filter(isObject);
    const members = operations.map(({ value }) => (isObject(value) ? Object.keys(value).length : 1));
    if (members.reduce((sum, count) => sum + count, 0) > MOST_CHANGES) throw tooManyChanges();
    let changed: JsonObject | undefined = before;
    for (const { op, path, ...rest } of operations) {
      const isPath = typeof path === "string" && path !== "";
      const read = { op: String(op).toLowerCase(), path: isPath ? path : undefined, value: rest.value };
      changed = changed && applied(changed, read);
    }
    return changed ?? before;
  };
}

/** The same limit as for a JSON Patch. */
const MOST_CHANGES = 1_000;

function tooManyChanges(): ProblemError {
  const message = `has more than ${MOST_CHANGES} operations; send them in several requests`;
  const place = { in: "body" as const, path: "/Operations", keyword: "maxItems", params: { limit: MOST_CHANGES } };
  return new ProblemError(validationProblem(400, [{ ...place, message }]));
}

interface ScimOperation {
  readonly op: string;
  readonly path: string | undefined;
  readonly value: unknown;
}

/** `emails`, `name.familyName`, `members[value eq "2"]`, `emails[type eq "work"].value`. */
const PATH = /^([\w$-]+)(?:\[([^\]]*)\])?(?:\.([\w$-]+))?$/;
const FILTER = /^([\w$-]+)\s+eq\s+(?:"(.*)"|(\S+))$/i;
const UNCLEAR = Symbol("unclear");

function changedValue(
  before: unknown,
  { op, value }: Pick<ScimOperation, "op" | "value">,
  filter: string | undefined,
  inner: string | undefined,
): unknown {
  if (!["add", "replace", "remove"].includes(op)) return UNCLEAR;
  if (filter !== undefined) {
    const [, name = "", quoted, bare] = FILTER.exec(filter.trim()) ?? [];
    const isMeant = (item: unknown): boolean => isObject(item) && String(item[name]) === (quoted ?? bare);
    if (name === "" || !Array.isArray(before)) return UNCLEAR;
    if (op === "remove" && inner === undefined) return before.filter((item) => !isMeant(item));
    if (!before.some(isMeant)) return UNCLEAR;
    return before.map((item) => (isMeant(item) ? changedItem(item, { op, value }, inner) : item));
  }
  if (inner !== undefined)
    return before === undefined || isObject(before) ? changedItem(before ?? {}, { op, value }, inner) : UNCLEAR;
  if (op === "remove") return Array.isArray(before) && Array.isArray(value) ? without(before, value) : undefined;
  if (op === "replace" || before === undefined) return value;
  if (Array.isArray(before)) return [...without(before, [value].flat()), ...[value].flat()];
  return isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

function changedItem(
  item: JsonObject,
  { op, value }: Pick<ScimOperation, "op" | "value">,
  inner: string | undefined,
): JsonObject {
  if (inner === undefined) return isObject(value) ? { ...item, ...value } : item;
  if (op !== "remove") return { ...item, [inner]: value };
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== inner));
}

/** Returns the items whose `value` differs from the `value` of all `others`. */
function without(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const keyOf = (item: unknown): string => {
    const key = isObject(item) ? (item.value ?? item) : item;
    return typeof key === "string" ? `text ${key}` : JSON.stringify(key);
  };
  const gone = new Set(others.map(keyOf));
  return items.filter((item) => !gone.has(keyOf(item)));
}
