import {
  foldName,
  isObject,
  isPlural,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type SchemaRegistry,
  type SchemaShape,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";

/** Converts a value from the form of a request to the form of the record. */
type Shaping = (value: unknown) => unknown;

/** Maximum number of levels of nested objects and lists. */
const DEEPEST = 4;

/**
 * Converts short forms of requests to the full form of a record: `workspace: "7"` to `workspace: { gid: "7", name }`, and a list to
 * `{ object: "list", data: [...] }`. `undefined` if both have the same form.
 */
export function bodyShape(schemas: SchemaRegistry, sent: JsonSchema, kept: JsonSchema, depth = 0): Shaping | undefined {
  if (depth > DEEPEST || schemas.follow(sent) === schemas.follow(kept)) return undefined;
  const from = schemaShape(schemas, sent);
  const to = schemaShape(schemas, kept);
  const inner = (a: JsonSchema, b: JsonSchema): Shaping | undefined => bodyShape(schemas, a, b, depth + 1);
  if (to.types.has("array") && !to.types.has("object")) {
    const each = from.items !== undefined && to.items !== undefined && inner(from.items, to.items);
    const part = from.types.has("string") && to.items !== undefined && textPart(schemas, to.items);
    const contact = from.types.has("string") && to.items !== undefined ? contactIn(schemas, to.items) : undefined;
    const texts = from.types.has("string") && !part && to.items !== undefined && saysCommas(schemas, sent, to.items);
    const isOne = to.items !== undefined && isItem(schemas, from, to.items);
    if (!each && !part && !texts && !isOne && contact === undefined) return undefined;
    return (value) => {
      if (contact !== undefined && typeof value === "string") return [{ [contact]: value }];
      if (part && typeof value === "string") return [part(value)];
      if (texts && typeof value === "string") return value.split(",").filter((one) => one !== "");
      if (Array.isArray(value)) return each ? value.map(each) : value;
      return isOne && value !== null ? [value] : value;
    };
  }
  if (from.values.some((value) => !to.values.includes(value) && memberMeant(to.values, value) !== value))
    return (value) => memberMeant(to.values, value);
  if (!to.types.has("object") || to.properties.size === 0 || isScalar(to.types)) return undefined;
  if (from.types.has("array")) {
    const list = from.types.has("object") ? undefined : listIn(schemas, kept);
    if (!list) return undefined;
    const each = inner(sent, list.schema) ?? ((value: unknown) => value);
    return (value) => (Array.isArray(value) ? { [list.name]: each(value) } : value);
  }
  if (isScalar(from.types)) {
    const choice = choiceShape(schemas, from.values, to.properties.values());
    if (choice) return choice;
    const known = [...IDS, ...CONTACTS];
    const names = [...to.properties.values()].filter(({ name }) => known.includes(foldName(name)));
    const ranked = names.sort((a, b) => known.indexOf(foldName(a.name)) - known.indexOf(foldName(b.name)));
    // "The slug of the plan"
    const said = nameWords((typeof sent === "object" && sent.description) || "");
    const told = ranked.filter(({ name }) => said.includes(foldName(name)));
    const ids = [...(told.length === 1 ? told : []), ...ranked].map(({ name, schema }) => ({
      name,
      test: schemas.validator(schemas.schemaOf(schema), "response"),
    }));
    return (value) => {
      if (typeof value !== "string" && typeof value !== "number") return value;
      const id = ids.find(({ test }) => test.isValid(value));
      return id ? { [id.name]: value } : value;
    };
  }
  const parts = propertyShapes(schemas, from.properties, to.properties, depth + 1);
  return parts.size > 0 ? (value) => shapedBy(parts, value) : undefined;
}

/** Properties for an address of a person: `to: "+1 555 0100"` becomes `to: { phone_number, carrier }`. */
const CONTACTS = ["phonenumber", "emailaddress", "email"];

/** The property of the items that contains such an address. */
function contactIn(schemas: SchemaRegistry, items: JsonSchema): string | undefined {
  const { properties, types } = schemaShape(schemas, items);
  if (isScalar(types)) return undefined;
  return [...properties.keys()].find((name) => CONTACTS.includes(foldName(name)));
}

/** True for the schema of a text or number that the list may contain. */
function isItem(schemas: SchemaRegistry, { types }: Pick<SchemaShape, "types">, items: JsonSchema): boolean {
  const { types: own } = schemaShape(schemas, items);
  return !types.has("array") && isScalar(types) && [...types].some((type) => type !== "null" && own.has(type));
}

/** True for a text with several values, "List of tags separated by comma", if the record has a list of texts. */
function saysCommas(schemas: SchemaRegistry, sent: JsonSchema, items: JsonSchema): boolean {
  const { description = "" } = keywordsOf(schemas, sent);
  return /\bcommas?\b/i.test(description) && schemaShape(schemas, items).types.has("string");
}

/**
 * The value of an enumeration that is the singular or plural of the text: `invoice` for the path's `invoices`. Otherwise the text itself.
 */
export function memberMeant(values: readonly unknown[], text: unknown): unknown {
  if (typeof text !== "string" || values.length === 0 || values.includes(text)) return text;
  const folded = foldName(text);
  const meant = values.filter((one) => typeof one === "string" && sameNoun(foldName(one), folded));
  return meant.length === 1 ? meant[0] : text;
}

/** Converts `"hello"` to `{ type: "text", text: "hello" }`, or to `text: { value: "hello" }`, if the list's items may have this form. */
function textPart(schemas: SchemaRegistry, parts: JsonSchema): ((text: string) => unknown) | undefined {
  const { anyOf, oneOf } = keywordsOf(schemas, parts);
  const forms = anyOf ?? oneOf ?? [parts];
  for (const form of forms) {
    const { properties } = schemaShape(schemas, form);
    const [type, text] = [properties.get("type"), properties.get("text")];
    const kind = type && schemaShape(schemas, type.schema).values.find((value) => /(?:^|_)text$/.test(String(value)));
    const own = text && schemaShape(schemas, text.schema);
    if (kind === undefined || !own) continue;
    if (own.types.has("string")) return (value) => ({ type: kind, text: value });
    const lists = [...own.properties.values()].filter(
      (one) => one.required && schemaShape(schemas, one.schema).types.has("array"),
    );
    const empty = Object.fromEntries(lists.map(({ name }) => [name, []]));
    if (own.properties.has("value")) return (value) => ({ type: kind, text: { value, ...empty } });
  }
  return undefined;
}

/** Converts `"planned"` to `{ value: "planned", label: "Planned" }`. Value and label have the same index in their enumerations. */
function choiceShape(
  schemas: SchemaRegistry,
  sent: readonly unknown[],
  members: Iterable<{ readonly name: string; readonly schema: JsonSchema }>,
): Shaping | undefined {
  const told = sent.filter((value) => value !== "" && value !== null);
  const lists = [...members].map(({ name, schema }) => ({ name, values: schemaShape(schemas, schema).values }));
  const chosen = lists.find(({ values }) => told.length > 1 && told.every((value) => values.includes(value)));
  if (!chosen) return undefined;
  const all = lists.filter(({ values }) => values.length === chosen.values.length);
  return (value) => {
    const at = chosen.values.indexOf(value);
    return at < 0 ? value : Object.fromEntries(all.map(({ name, values }) => [name, values[at]]));
  };
}

/** The properties of a body that the record has in another form or with a plural name, each with its conversion. */
export function propertyShapes(
  schemas: SchemaRegistry,
  sent: ReadonlyMap<string, { readonly name: string; readonly schema: JsonSchema }>,
  kept: ReadonlyMap<string, { readonly name: string; readonly schema: JsonSchema }>,
  depth = 0,
): ReadonlyMap<string, PropertyShape> {
  const shapes = new Map<string, PropertyShape>();
  for (const { name, schema } of sent.values()) {
    const same = kept.get(name);
    const named = same ?? pluralOf(schemas, name, schema, kept, sent);
    const reference = named ? undefined : referenceOf(schemas, name, schema, kept, sent);
    const to = named ?? reference;
    if (!to) continue;
    const own = same ? undefined : reference ? identified(reference.id) : listed(schemas, name, to.schema);
    const shape = own ?? bodyShape(schemas, schema, to.schema, depth);
    if (shape || !same) shapes.set(name, { name: to.name, shape });
  }
  return shapes;
}

interface PropertyShape {
  readonly name: string;
  readonly shape: Shaping | undefined;
}

export function shapedBy(shapes: ReadonlyMap<string, PropertyShape>, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const found = shapes.get(name);
      return found ? [found.name, found.shape ? found.shape(inner) : inner] : [name, inner];
    }),
  );
}

/** The list `permissions` for the form field `Permission`, which may be sent several times, or for one `permission`. */
function pluralOf(
  schemas: SchemaRegistry,
  name: string,
  schema: JsonSchema,
  kept: ReadonlyMap<string, { readonly name: string; readonly schema: JsonSchema }>,
  sent: ReadonlyMap<string, unknown>,
): { readonly name: string; readonly schema: JsonSchema } | undefined {
  const from = schemaShape(schemas, schema);
  return [...kept.values()].find((one) => {
    if (sent.has(one.name) || !isPlural(foldName(one.name), foldName(name))) return false;
    const { items } = schemaShape(schemas, one.schema);
    return items !== undefined && (from.items !== undefined || isItem(schemas, from, items));
  });
}

/**
 * The object that an id refers to, if the record has it: `droplet` for `droplet_id`, `role` for `role_key`, and the list `droplets` for
 * `droplet_ids`.
 */
function referenceOf(
  schemas: SchemaRegistry,
  name: string,
  schema: JsonSchema,
  kept: ReadonlyMap<string, { readonly name: string; readonly schema: JsonSchema }>,
  sent: ReadonlyMap<string, unknown>,
): { readonly name: string; readonly schema: JsonSchema; readonly id: string } | undefined {
  const words = nameWords(name);
  const last = words.at(-1) ?? "";
  const base = words.slice(0, -1).join("");
  const isMany = schemaShape(schemas, schema).items !== undefined;
  const id = isMany ? last.replace(/s$/, "") : last;
  if (base === "" || !IDS.includes(id)) return undefined;
  const found = [...kept.values()].find((one) => {
    const folded = foldName(one.name);
    if (sent.has(one.name) || !(isMany ? isPlural(folded, base) : folded === base)) return false;
    const { items, types, properties } = schemaShape(schemas, one.schema);
    if (!isMany) return types.has("object") && !isScalar(types) && properties.has(id);
    return items !== undefined && schemaShape(schemas, items).properties.has(id);
  });
  return found && { ...found, id };
}

/** Converts scalars to objects with this property. */
function identified(id: string): Shaping {
  const one = (value: unknown): unknown =>
    typeof value === "string" || typeof value === "number" ? { [id]: value } : value;
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}

/** Converts the texts of `email_address` to the objects of `email_addresses`. */
function listed(schemas: SchemaRegistry, name: string, list: JsonSchema): Shaping | undefined {
  const { items } = schemaShape(schemas, list);
  const own = items === undefined ? undefined : schemaShape(schemas, items);
  const inner = own && !isScalar(own.types) ? own.properties.get(name) : undefined;
  if (!inner) return undefined;
  return (value) => (Array.isArray(value) ? value.map((one) => (isObject(one) ? one : { [inner.name]: one })) : value);
}

/** The only list in an object that represents a list: `data` of `{ object: "list", data: [...] }`. */
export function listIn(schemas: SchemaRegistry, json: JsonSchema): ObjectProperty | undefined {
  const { properties } = schemaShape(schemas, json);
  const lists = [...properties.values()].filter(({ schema }) => schemaShape(schemas, schema).items !== undefined);
  const [list, ...others] = lists;
  return list && others.length === 0 && LISTS.has(foldName(list.name)) ? list : undefined;
}

function isScalar(types: ReadonlySet<string>): boolean {
  return types.has("string") || types.has("integer") || types.has("number");
}

/** Best first: ids come before names. */
const IDS = ["id", "gid", "uuid", "guid", "sid", "uid", "key", "slug", "name", "login", "username", "ref"];
const LISTS = new Set(["data", "items", "results", "elements", "values", "entries"]);
