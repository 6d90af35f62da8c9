import { writtenProperties } from "@onespec/http-contract";
import { isObject, type Operation, objectProperties, type Resource, schemaShape } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import type { JsonObject } from "../../store/record-store.js";

/**
 * Changes an item in a list of the record: `PATCH /variables/{key}` with `{ context, value }` changes the item with this `context` in the
 * list `values`, or adds it. The list is the only one whose items have all properties of the body. `undefined` if there is no such list, or
 * if the body declares properties of the record itself.
 */
export function createItemChange(
  { schemas }: Pick<MockContext, "schemas">,
  operation: Operation,
  resource: Resource,
): ((before: JsonObject, sent: unknown) => JsonObject) | undefined {
  const known = objectProperties(schemas, resource.schema.json);
  const written = writtenProperties(schemas, operation);
  if (written.length < 2 || written.some(({ name }) => known.has(name))) return undefined;
  const lists = [...known.values()].flatMap(({ name, schema }) => {
    const { items } = schemaShape(schemas, schema);
    const parts = items === undefined ? undefined : objectProperties(schemas, items);
    return parts && written.every((one) => parts.has(one.name)) ? [{ name, parts }] : [];
  });
  const [list, ...others] = lists;
  if (!list || others.length > 0) return undefined;
  const { name, parts } = list;
  const telling = [...parts.values()].filter(
    (one) => ID.test(one.name) || schemaShape(schemas, one.schema).values.length > 0,
  );
  /** True for `context`, and for names that begin with it, such as `context_parameter`. */
  const isKey = (property: string): boolean => telling.some((one) => property.startsWith(one.name));
  return (before, sent) => {
    if (!isObject(sent)) return before;
    const items = Array.isArray(before[name]) ? before[name] : [];
    const item = pickBy(sent, (property) => parts.has(property));
    const keys = Object.keys(item).filter(isKey);
    const at = items.findIndex((one) => isObject(one) && keys.every((key) => one[key] === item[key]));
    const changed =
      keys.length > 0 && at >= 0
        ? items.map((one, index) => (index === at ? { ...one, ...item } : one))
        : [...items, item];
    return { ...before, [name]: changed };
  };
}

const ID = /^(?:id|key|name|code|slug)$/i;
