import {
  foldName,
  isObject,
  isPlural,
  type JsonSchema,
  nameWords,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import { bodyShape } from "../response/body-shape.js";
import { valueAtPlace } from "../response/place-value.js";
import { bodyRenaming, writtenProperties } from "../response/written-properties.js";
import type { JsonObject } from "../store/record-store.js";

/** Puts what an action was sent into its record; the same record where nothing in it is meant. */
export type SentChange = (value: JsonObject, sent: unknown) => JsonObject;

/** Changed properties, each with its new value. */
type Changes = readonly (readonly [name: string, value: unknown])[];
type Change = (value: JsonObject, sent: JsonObject) => Changes;

/**
 * `POST /volumes/{id}/resize` sets the `size` that it is sent, `add_route` adds to `routes`, `change_protection` changes the object
 * `protection`, `POST /firewalls/{id}/rules` adds to the lists of rules, and `detach` takes back what `attach` sets. Only verbs that say
 * so change anything: the `amount` of a refund is not that of its order. `undefined` where the verb says nothing.
 * @param text the verb and what it is about, as the path writes it
 */
export function createSentChange(
  context: MockContext,
  operation: Operation,
  resource: Resource,
  text: string = lastLiteral(operation),
): SentChange | undefined {
  const { schemas, fitting } = context;
  const { json } = resource.schema;
  const meaning = meaningOf(operation, text);
  if (!meaning) return undefined;
  const { kind, noun, isPath } = meaning;
  const own = new Set([resource.id, ...resource.parents].map(({ property }) => property?.[0]));
  const properties = [...objectProperties(schemas, json).values()].filter(({ name }) => !own.has(name));
  const place = envelopeOf(writtenProperties(schemas, operation, json), properties);
  const declared = writtenProperties(schemas, operation, json, place);
  const isDeclared = (name: string): boolean => declared.some((property) => property.name === name);
  const rename = bodyRenaming(schemas, operation, json, place);
  const named = properties.find(({ name }) => isNamed(name, noun));
  const { isValid } = schemas.validator(resource.schema, "response");
  const change = flagChange() ?? clearing() ?? partChange() ?? itemChange() ?? sameNames();
  return (value, sent) => {
    const changes = change(value, asObject(valueAtPlace(sent, place ?? [])));
    if (changes.length === 0) return value;
    const changed = { ...value, ...Object.fromEntries(changes) };
    return isValid(changed) || !isValid(value) ? changed : value;
  };

  /** `enable_rescue` makes `rescue_enabled` true. */
  function flagChange(): Change | undefined {
    if (meaning?.isOn === undefined) return undefined;
    const word = noun.join("");
    const names = [word, `is${word}`, `${word}enabled`, `enabled${word}`];
    const flag = properties.find(
      ({ name, schema }) => names.includes(foldName(name)) && shape(schema).types.has("boolean"),
    );
    return flag && (() => [[flag.name, meaning.isOn]]);
  }

  /** `detach` without a body empties what `attach` sets. */
  function clearing(): Change | undefined {
    if (kind !== "remove" || declared.length > 0) return undefined;
    const names = writtenProperties(schemas, oppositeOf(context, operation, text), json).map(({ name }) => name);
    const emptied = properties.filter(
      (property) => (names.includes(property.name) || property === named) && isNullable(property),
    );
    return () => emptied.map(({ name }) => [name, null]);
  }

  /** `change_protection` changes members of the object `protection`. */
  function partChange(): Change | undefined {
    if (!named || kind === "remove" || isPath || isDeclared(named.name)) return undefined;
    const { types, properties: parts } = shape(named.schema);
    if (!types.has("object") || !declared.some(({ name }) => parts.has(name))) return undefined;
    return (value, sent) => fitted(named, { ...asObject(value[named.name]), ...membersOf(sent, parts) });
  }

  /** `add_route` adds the object that the body describes to the list `routes`. */
  function itemChange(): Change | undefined {
    const items = named && shape(named.schema).items;
    const parts = items === undefined ? undefined : shape(items).properties;
    if (!named || !parts || !declared.some(({ name }) => parts.has(name))) return undefined;
    if (isDeclared(named.name) && !parts.has(named.name)) return undefined;
    const keys = declared.filter(({ name, required }) => required && parts.has(name) && name !== named.name);
    return (value, sent) => {
      const before = asList(value[named.name]);
      const item = membersOf(sent, parts);
      if (Object.keys(item).length === 0) return [];
      if (kind === "remove") return fitted(named, without(before, [item]));
      const key = Object.fromEntries(keys.map(({ name }) => [name, item[name]]));
      const isChanged = (one: unknown): boolean => kind === "set" && keys.length > 0 && holds(one, key);
      const changed = before.map((one) => (isChanged(one) ? { ...asObject(one), ...item } : one));
      return fitted(named, before.some(isChanged) ? changed : [...before, item]);
    };
  }

  /** Properties of the body are those of the record that have their names. */
  function sameNames(): Change {
    return (value, sent) =>
      Object.entries(asObject(rename(sent))).flatMap(([name, inner]) => {
        const same = properties.find((property) => property.name === name);
        if (same) return propertyChange(same, value[name], inner);
        const isListOf = (one: ObjectProperty): boolean =>
          isList(one) && namesOfOne(name).some((word) => isPlural(foldName(one.name), word));
        const list = kind === "set" ? undefined : properties.find(isListOf);
        return list ? propertyChange(list, value[list.name], [itemOf(list, name, inner)]) : [];
      });
  }

  /** An id is the object with that id where the list holds objects. */
  function itemOf(list: ObjectProperty, name: string, sent: unknown): unknown {
    const own = declared.find((property) => property.name === name);
    const { items } = shape(list.schema);
    const shaped = own && items !== undefined ? bodyShape(schemas, own.schema, items) : undefined;
    return shaped ? shaped(sent) : sent;
  }

  function propertyChange(property: ObjectProperty, before: unknown, sent: unknown): Changes {
    const isListed = Array.isArray(sent) && isList(property);
    if (isListed && kind === "add") {
      const kept = asList(before);
      return fitted(property, [
        ...kept,
        ...sent.filter((item) => !kept.some((one) => isSame(one, item) || (isObject(item) && holds(one, item)))),
      ]);
    }
    if (isListed && kind === "remove") return fitted(property, without(asList(before), sent));
    if (isPath && kind !== "set") return [];
    if (kind === "remove") return isNullable(property) && before === sent ? [[property.name, null]] : [];
    return fitted(property, sent);
  }

  /** The property as its schema allows it, with what was sent in it; nothing where the schema does not allow that. */
  function fitted({ name, schema }: ObjectProperty, wished: unknown): Changes {
    const whole = fitting.fit(schemas.schemaOf(schema), wished, { seed: `${name} ${JSON.stringify(wished)}` });
    return holds(whole, wished) ? [[name, whole]] : [];
  }

  function shape(schema: JsonSchema): ReturnType<typeof schemaShape> {
    return schemaShape(schemas, schema);
  }

  function isList({ schema }: ObjectProperty): boolean {
    return shape(schema).types.has("array");
  }

  function isNullable({ schema }: ObjectProperty): boolean {
    return schemas.validator(schemas.schemaOf(schema), "response").isValid(null);
  }
}

/** The object `data` around everything that is sent. */
function envelopeOf(declared: readonly ObjectProperty[], known: readonly ObjectProperty[]): RecordPlace | undefined {
  const [only, ...others] = declared;
  const isEnvelope = only?.name === "data" && others.length === 0 && !known.some(({ name }) => name === only.name);
  return isEnvelope ? [only.name] : undefined;
}

/** Folded names of one item: `tag` of `tag_id`. */
function namesOfOne(name: string): readonly string[] {
  const words = nameWords(name);
  const isId = words.length > 1 && /^(?:id|gid|uuid|guid|key)$/.test(words.at(-1) ?? "");
  return [foldName(name), ...(isId ? [words.slice(0, -1).join("")] : [])];
}

/** The effect of an action on the properties that it is about. */
interface Meaning {
  readonly kind: "set" | "add" | "remove";
  /** Folded words behind the verb. */
  readonly noun: readonly string[];
  /** The path names lists of the record, and the method says what happens to them. */
  readonly isPath?: boolean;
  /** A verb that switches something on or off. */
  readonly isOn?: boolean;
}

function meaningOf({ method }: Operation, text: string): Meaning | undefined {
  const [verb = "", ...others] = nameWords(text);
  const noun = others.filter((word, index) => index > 0 || !/^(?:to|from|in|of)$/.test(word));
  const isTo = noun.length < others.length;
  if (verb === "enable") return { kind: "set", noun, isOn: true };
  if (verb === "disable") return { kind: "remove", noun, isOn: false };
  // `add_to_group` sets the group; `add_route` adds a route.
  if (ADDING.has(verb)) return { kind: isTo ? "set" : "add", noun };
  if (REMOVING.has(verb)) return { kind: "remove", noun };
  if (SETTING.has(verb)) return { kind: "set", noun };
  const kind = method === "post" ? "add" : METHODS.get(method);
  return kind && { kind, noun: nameWords(text), isPath: true };
}

const ADDING = new Set(["add", "append", "attach", "assign", "link", "connect"]);
const REMOVING = new Set(["remove", "delete", "detach", "unassign", "unlink", "disconnect", "clear", "unset"]);
const SETTING = new Set(
  "change set update edit modify replace resize rename move convert upgrade downgrade scale adjust configure reassign rebuild".split(
    " ",
  ),
);
const METHODS: ReadonlyMap<string, Meaning["kind"]> = new Map([
  ["put", "set"],
  ["patch", "set"],
  ["delete", "remove"],
]);

/** The operation at the same place whose verb is the opposite of this one: `attach_iso` of `detach_iso`. */
function oppositeOf({ api }: MockContext, { path }: Operation, text: string): Operation | undefined {
  const [verb = "", ...noun] = nameWords(text);
  const rest = noun.join("").replace(/^from/, "to");
  const names = (OPPOSITES.get(verb) ?? []).map((opposite) => `${opposite}${rest}`);
  const place = (one: string): string => one.slice(0, one.lastIndexOf("/"));
  return api.operations.find(
    (other) => place(other.path) === place(path) && names.includes(foldName(lastLiteral(other))),
  );
}

const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map([
  ["detach", ["attach"]],
  ["unassign", ["assign"]],
  ["unlink", ["link"]],
  ["disconnect", ["connect"]],
  ["remove", ["add", "assign", "set"]],
  ["delete", ["add", "set"]],
  ["clear", ["set"]],
  ["unset", ["set"]],
  ["disable", ["enable"]],
]);

function lastLiteral({ template }: Operation): string {
  const last = template.segments.at(-1);
  return last?.kind === "literal" ? last.text : "";
}

/** Is the property called after the noun, in the singular or the plural? */
function isNamed(name: string, noun: readonly string[]): boolean {
  const [folded, word] = [foldName(name), noun.join("")];
  return word !== "" && (folded === word || isPlural(folded, word));
}

function membersOf(sent: JsonObject, parts: { has(name: string): boolean }): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => parts.has(name)));
}

function without(items: readonly unknown[], gone: readonly unknown[]): readonly unknown[] {
  return items.filter((item) => !gone.some((one) => holds(item, one)));
}

/** Does `value` say everything that `part` says? */
function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(value) && value.length === part.length && part.every((item, at) => holds(value[at], item));
  if (!isObject(part)) return value === part;
  return isObject(value) && Object.entries(part).every(([name, inner]) => holds(value[name], inner));
}

function isSame(a: unknown, b: unknown): boolean {
  return holds(a, b) && holds(b, a);
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
