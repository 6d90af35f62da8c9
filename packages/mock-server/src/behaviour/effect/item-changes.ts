import { isObject, type JsonSchema, type ObjectProperty } from "@onespec/spec-core";
import { asObject } from "../../model/as-object.js";
import { pickBy } from "../../model/pick-by.js";
import { bodyShape, listIn } from "../../response/body-shape.js";
import type { JsonObject } from "../../store/record-store.js";
import { type ActionTerms, namedList, shapeOf } from "./action-terms.js";
import { asList, type Change, type Changes, fitted, holds, propertyChange, without } from "./property-change.js";

/** `add_route` adds the object that the body describes to the list `routes`. */
export function itemChange(terms: ActionTerms): Change | undefined {
  const { kind, named, declared } = terms;
  const items = named && shapeOf(terms, named.schema).items;
  const parts = items === undefined ? undefined : shapeOf(terms, items).properties;
  if (!named || !parts || !declared.some(({ name }) => parts.has(name))) return undefined;
  if (declared.some(({ name }) => name === named.name) && !parts.has(named.name)) return undefined;
  const keys = declared.filter(({ name, required }) => required && parts.has(name) && name !== named.name);
  const changes: Change["changes"] = (value, sent) => {
    const before = asList(value[named.name]);
    const item = pickBy(sent, (name) => parts.has(name));
    if (Object.keys(item).length === 0) return [];
    if (kind === "remove") return fitted(terms, named, without(before, [item]));
    const key = Object.fromEntries(keys.map(({ name }) => [name, item[name]]));
    const isChanged = (one: unknown): boolean => kind === "set" && keys.length > 0 && holds(one, key);
    const changed = before.map((one) => (isChanged(one) ? { ...asObject(one), ...item } : one));
    return fitted(terms, named, before.some(isChanged) ? changed : [...before, item]);
  };
  return { changes, uses: (name) => parts.has(name) };
}

/**
 * Adds the only string or integer of the body to a list: `POST /roles/{id}/permissions` adds to `permissions`, `add-source` with `{ cidr }`
 * adds to `external_sources`. `remove-source` removes it again.
 */
export function plainItem(terms: ActionTerms): Change | undefined {
  const { kind, isPath, named, declared } = terms;
  const [only, ...others] = declared;
  const list = isPath ? named : namedList(terms);
  const items = list && shapeOf(terms, list.schema).items;
  if ((isPath && kind !== "add") || kind === "set" || !list || items === undefined || !only || others.length > 0)
    return undefined;
  const isPlain = ["string", "integer"].some(
    (type) => shapeOf(terms, items).types.has(type) && shapeOf(terms, only.schema).types.has(type),
  );
  if (!isPlain) return undefined;
  return {
    changes: (value, sent) => {
      // The record may call it otherwise: `defaultOfficeId` for `officeId`.
      const [item] = Object.hasOwn(sent, only.name) ? [sent[only.name]] : Object.values(sent);
      return item === undefined ? [] : propertyChange(terms, list, value[list.name], [item]);
    },
    uses: (name) => name === only.name,
  };
}

/**
 * For a body that is a list: `add_shipments` adds its items to the list `batch_shipments`, or to the list `batch_shipments.results` inside
 * it. `remove_shipments` removes the items with the sent ids.
 */
export function bareList(terms: ActionTerms): ((value: JsonObject, sent: readonly unknown[]) => Changes) | undefined {
  const { kind, isPath, noun, operation, context } = terms;
  const { schemas, fitting } = context;
  const taken = operation.requestBody?.content[0]?.schema;
  const sentItems = taken && shapeOf(terms, taken.json).items;
  if (sentItems === undefined || kind === "set" || isPath) return undefined;
  const property = noun.length > 0 ? namedList(terms) : listOf(terms, sentItems);
  const inner = property && listIn(schemas, property.schema);
  const items = property && shapeOf(terms, inner?.schema ?? property.schema).items;
  if (!property || items === undefined) return undefined;
  const shaped = bodyShape(schemas, sentItems, items);
  const id = [...shapeOf(terms, items).properties.keys()].find((name) => OWN_ID.test(name));
  if (kind === "remove" && id === undefined && shapeOf(terms, items).types.has("object")) return undefined;
  /** Gives a new item an id, so that clients can remove it. */
  const withOwnId = (item: unknown, seed: string): unknown => {
    if (id === undefined || !isObject(item) || Object.hasOwn(item, id)) return item;
    const made = fitting.fit(schemas.schemaOf(items), undefined, { seed, optional: true });
    return { [id]: asObject(made)[id], ...item };
  };
  return (value, sent) => {
    const holder = value[property.name];
    const before = asList(inner ? asObject(holder)[inner.name] : holder);
    const added = sent.map((one, index) =>
      withOwnId(shaped ? shaped(one) : one, `${property.name} ${before.length + index} ${JSON.stringify(one)}`),
    );
    const isGone = (one: unknown): boolean => sent.includes(id !== undefined && isObject(one) ? one[id] : one);
    const changed = kind === "remove" ? before.filter((one) => !isGone(one)) : [...before, ...added];
    return fitted(terms, property, inner ? { ...asObject(holder), [inner.name]: changed } : changed);
  };
}

/** For a verb without a noun, such as `POST /routes/{id}/append`: the only list whose items have all properties of a sent item. */
function listOf(terms: ActionTerms, item: JsonSchema): ObjectProperty | undefined {
  const sent = [...shapeOf(terms, item).properties.keys()];
  const [list, ...others] = terms.properties.filter(({ schema }) => {
    const { items } = shapeOf(terms, schema);
    const parts = items === undefined ? undefined : shapeOf(terms, items).properties;
    return parts !== undefined && sent.length > 0 && sent.every((name) => parts.has(name));
  });
  return others.length === 0 ? list : undefined;
}

const OWN_ID = /^(?:object_?)?(?:id|gid|uuid)$/i;
