import {
  foldName,
  isObject,
  isPlural,
  type JsonSchema,
  nameWords,
  type ObjectProperty,
  type Operation,
  type RecordPlace,
  type Resource,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { endLiteral, verbOfNoun } from "../../model/path-words.js";
import { pickBy } from "../../model/pick-by.js";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import { bodyShape, listIn } from "../../response/body-shape.js";
import { valueAtPlace } from "../../response/place-value.js";
import { bodyRenaming, queriedProperties, writtenProperties } from "../../response/written-properties.js";
import type { JsonObject } from "../../store/record-store.js";

/** Puts what an action was sent into its record. */
export interface SentChange {
  /** The same record where nothing that is sent is meant. */
  change(value: JsonObject, sent: unknown): JsonObject;
  /** True if this property of the body can change the record. */
  uses(name: string): boolean;
  /** True if any declared property can change the record. */
  readonly isKnown: boolean;
}

/** Changed properties, each with its new value. */
type Changes = readonly (readonly [name: string, value: unknown])[];
interface Change {
  readonly changes: (value: JsonObject, sent: JsonObject) => Changes;
  /** @param name of a property of the body, as the record calls it */
  readonly uses: (name: string) => boolean;
}

/** The parts of a request that an action reads otherwise than by default. */
export interface ActionWords {
  /** The verb, and what it is about; by default the last word of the path. */
  readonly text?: string | undefined;
  /** Where properties of the record stand in the body. */
  readonly place?: RecordPlace | undefined;
  /** Properties of the body that select records. */
  readonly selecting?: ReadonlySet<string>;
}

/**
 * `POST /volumes/{id}/resize` sets the `size` that it is sent, `add_route` adds to `routes`, `change_protection` changes the object
 * `protection`, `POST /firewalls/{id}/rules` adds to the lists of rules, and `detach` takes back what `attach` sets. Only verbs that say
 * so change anything: the `amount` of a refund is not that of its order. `undefined` if the verb says nothing.
 */
export function createSentChange(
  context: MockContext,
  operation: Operation,
  resource: Resource,
  { text = verbOfNoun(endLiteral(operation)) || addedThing(operation), place: told, selecting }: ActionWords = {},
): SentChange | undefined {
  const { schemas, fitting } = context;
  const { json } = resource.schema;
  const meaning = meaningOf(operation, text);
  if (!meaning) return undefined;
  const { kind, noun, isPath, isMerged } = meaning;
  const own = new Set([resource.id, ...resource.parents].map(({ property }) => property?.[0]));
  const properties = propertiesOf(schemas, json).filter(({ name }) => !own.has(name));
  const isSent = ({ name }: ObjectProperty): boolean => selecting?.has(name) !== true;
  const place = told ?? envelopeOf(writtenProperties(schemas, operation, json), properties);
  const queried = [...queriedProperties(schemas, operation).values()];
  const declared = [...writtenProperties(schemas, operation, json, place), ...queried].filter(isSent);
  const isDeclared = (name: string): boolean => declared.some((property) => property.name === name);
  const rename = bodyRenaming(schemas, operation, json, place);
  const named = properties.find(({ name }) => isNamed(name, noun));
  const { isValid } = schemas.validator(resource.schema, "response");
  const bySchema = flagChange() ?? memberRemoval() ?? clearing() ?? partChange() ?? itemChange() ?? plainItem();
  const found = bySchema ?? sameNames();
  const addItems = bareList();
  const isMeant = (name: string): boolean => selecting?.has(name) !== true;
  return {
    isKnown: bySchema !== undefined || addItems !== undefined || declared.some(({ name }) => found.uses(name)),
    change(value, sent) {
      const part = Object.entries(asObject(valueAtPlace(sent, place ?? []))).filter(([name]) => isMeant(name));
      const changes =
        addItems && Array.isArray(sent) ? addItems(value, sent) : found.changes(value, Object.fromEntries(part));
      if (changes.length === 0) return value;
      const changed = { ...value, ...Object.fromEntries(changes) };
      return isValid(changed) || !isValid(value) ? changed : value;
    },
    uses(name) {
      const [own = name] = Object.keys(asObject(rename({ [name]: null })));
      return name === place?.[0] || (addItems !== undefined && name === "body") || (isMeant(name) && found.uses(own));
    },
  };

  /** `enable_rescue` makes `rescue_enabled` true. */
  function flagChange(): Change | undefined {
    if (meaning?.isOn === undefined) return undefined;
    const word = noun.join("");
    const names = [word, `is${word}`, `${word}enabled`, `enabled${word}`];
    const flag = properties.find(
      ({ name, schema }) => names.includes(foldName(name)) && shape(schema).types.has("boolean"),
    );
    return flag && { changes: () => [[flag.name, meaning.isOn]], uses: () => false };
  }

  /**
   * `detach` without a body empties what `attach` sets, `clear_labels` the labels, whatever else it is sent. `DELETE /alerts/{id}/tags`
   * takes out the `tags` of its query, and all without any.
   */
  function clearing(): Change | undefined {
    const isWhole =
      declared.length === queried.length || (/^(?:clear|unset)/i.test(text) && named && !isDeclared(named.name));
    if (kind !== "remove" || !isWhole) return undefined;
    const names = writtenProperties(schemas, oppositeOf(context, operation, text), json).map(({ name }) => name);
    const emptied = properties.flatMap((property) => {
      if (!names.includes(property.name) && property !== named) return [];
      const { isValid: isAllowed } = schemas.validator(schemas.schemaOf(property.schema), "response");
      const empty = [null, [], {}].find(isAllowed);
      return empty === undefined ? [] : [{ property, empty }];
    });
    if (emptied.length === 0) return undefined;
    const isTaken = (name: string): boolean =>
      emptied.some(({ property }) => property.name === name && isList(property));
    return {
      changes: (value, sent) =>
        emptied.flatMap(({ property, empty }) =>
          isTaken(property.name) && Object.hasOwn(sent, property.name)
            ? propertyChange(property, value[property.name], sent[property.name])
            : [[property.name, empty] as const],
        ),
      uses: (name) => queried.some((one) => one.name === name) && isTaken(name),
    };
  }

  /** `delete_labels` removes those members of the object `labels` that a list in the body names. */
  function memberRemoval(): Change | undefined {
    if (kind !== "remove" || !named || !shape(named.schema).types.has("object")) return undefined;
    const [list, ...others] = declared.filter(({ name, schema }) => {
      const { items } = shape(schema);
      const isOther = name !== named.name && properties.some((property) => property.name === name);
      return items !== undefined && shape(items).types.has("string") && !isOther;
    });
    if (!list || others.length > 0) return undefined;
    return {
      changes: (value, sent) => {
        const before = value[named.name];
        const gone = new Set(asList(sent[list.name]));
        if (!isObject(before)) return [];
        if (isPath && !Object.hasOwn(sent, list.name)) return [[named.name, {}]];
        return [[named.name, pickBy(before, (name) => !gone.has(name))]];
      },
      uses: (name) => name === list.name,
    };
  }

  /** `change_protection` changes members of the object `protection`; `PUT /rooms/{id}/lights` replaces the object `lights`. */
  function partChange(): Change | undefined {
    if (!named || kind === "remove" || isDeclared(named.name)) return undefined;
    const { types, properties: parts } = shape(named.schema);
    if (!types.has("object") || !declared.some(({ name }) => parts.has(name))) return undefined;
    if (isPath && (kind === "add" || !declared.every(({ name }) => parts.has(name)))) return undefined;
    const isWhole = isPath && !isMerged;
    return {
      changes: (value, sent) =>
        fitted(named, { ...(isWhole ? {} : asObject(value[named.name])), ...membersOf(sent, parts) }),
      uses: (name) => parts.has(name),
    };
  }

  /** `add_route` adds the object that the body describes to the list `routes`. */
  function itemChange(): Change | undefined {
    const items = named && shape(named.schema).items;
    const parts = items === undefined ? undefined : shape(items).properties;
    if (!named || !parts || !declared.some(({ name }) => parts.has(name))) return undefined;
    if (isDeclared(named.name) && !parts.has(named.name)) return undefined;
    const keys = declared.filter(({ name, required }) => required && parts.has(name) && name !== named.name);
    const changes: Change["changes"] = (value, sent) => {
      const before = asList(value[named.name]);
      const item = membersOf(sent, parts);
      if (Object.keys(item).length === 0) return [];
      if (kind === "remove") return fitted(named, without(before, [item]));
      const key = Object.fromEntries(keys.map(({ name }) => [name, item[name]]));
      const isChanged = (one: unknown): boolean => kind === "set" && keys.length > 0 && holds(one, key);
      const changed = before.map((one) => (isChanged(one) ? { ...asObject(one), ...item } : one));
      return fitted(named, before.some(isChanged) ? changed : [...before, item]);
    };
    return { changes, uses: (name) => parts.has(name) };
  }

  /**
   * `POST /roles/{id}/permissions` adds the only text that it is sent to the texts `permissions`, and `add-source` with `{ cidr }` to
   * `external_sources`, where `remove-source` takes it out.
   */
  function plainItem(): Change | undefined {
    const [only, ...others] = declared;
    const list = isPath ? named : namedList();
    const items = list && shape(list.schema).items;
    if ((isPath && kind !== "add") || kind === "set" || !list || items === undefined || !only || others.length > 0)
      return undefined;
    const isPlain = ["string", "integer"].some(
      (type) => shape(items).types.has(type) && shape(only.schema).types.has(type),
    );
    if (!isPlain) return undefined;
    return {
      changes: (value, sent) =>
        Object.hasOwn(sent, only.name) ? propertyChange(list, value[list.name], [sent[only.name]]) : [],
      uses: (name) => name === only.name,
    };
  }

  /** The only property that is named after the noun, or ends in it. */
  function namedList(): ObjectProperty | undefined {
    const [list, ...others] = properties.filter(({ name }) => isNamed(name, noun) || endsIn(name, noun));
    return noun.length > 0 && others.length === 0 ? list : undefined;
  }

  /**
   * `add_shipments` with a bare list adds to the list `batch_shipments`, or to the one that it holds, `batch_shipments.results`, and
   * `remove_shipments` takes out those with these ids.
   */
  function bareList(): ((value: JsonObject, sent: readonly unknown[]) => Changes) | undefined {
    const taken = operation.requestBody?.content[0]?.schema;
    const sentItems = taken && shape(taken.json).items;
    if (sentItems === undefined || kind === "set" || isPath) return undefined;
    const property = namedList();
    const inner = property && listIn(schemas, property.schema);
    const items = property && shape(inner?.schema ?? property.schema).items;
    if (!property || items === undefined) return undefined;
    const shaped = bodyShape(schemas, sentItems, items);
    const id = [...shape(items).properties.keys()].find((name) => OWN_ID.test(name));
    if (kind === "remove" && id === undefined && shape(items).types.has("object")) return undefined;
    /** A new item gets an id, by which it can be removed. */
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
      return fitted(property, inner ? { ...asObject(holder), [inner.name]: changed } : changed);
    };
  }

  /** Properties of the body are those of the record that have their names. */
  function sameNames(): Change {
    return {
      changes: (value, sent) =>
        Object.entries(asObject(rename(sent))).flatMap(([name, inner]) => {
          const target = targetOf(name);
          if (!target) return [];
          const { property } = target;
          return propertyChange(
            property,
            value[property.name],
            target.isItem ? [itemOf(property, name, inner)] : inner,
          );
        }),
      uses: (name) => targetOf(name) !== undefined,
    };
  }

  /** The property of the record that one of the body changes: the one of that name, or the list that it is an item of. */
  function targetOf(name: string): { readonly property: ObjectProperty; readonly isItem: boolean } | undefined {
    const same = properties.find((property) => property.name === name);
    if (same) {
      const isMember = kind === "add" && same === named && shape(same.schema).types.has("object");
      return !isPath || kind === "set" || isList(same) || isMember ? { property: same, isItem: false } : undefined;
    }
    const isListOf = (one: ObjectProperty): boolean =>
      isList(one) && namesOfOne(name).some((word) => isPlural(foldName(one.name), word));
    const list = kind === "set" ? undefined : properties.find(isListOf);
    return list && { property: list, isItem: true };
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
      const items = sent.map((item) => switchedItem(property, item));
      const gone = items.filter(({ isOff }) => isOff).map(({ item }) => item);
      const kept = asList(before).filter((one) => !gone.some((item) => holds(one, item)));
      const added = items.filter(({ isOff }) => !isOff).map(({ item }) => item);
      return fitted(property, [
        ...kept,
        ...added.filter((item) => !kept.some((one) => isSame(one, item) || (isObject(item) && holds(one, item)))),
      ]);
    }
    if (isListed && kind === "remove") return fitted(property, without(asList(before), sent));
    if (isMerged && isObject(sent) && isObject(before)) return fitted(property, { ...before, ...sent });
    if (isPath && kind === "remove") return [];
    if (kind === "remove") return isNullable(property) && before === sent ? [[property.name, null]] : [];
    return fitted(property, sent);
  }

  /** `{ name: "vip", status: "inactive" }`, where items of the list have no status: whether the rest is to be in the list. */
  function switchedItem(
    { schema }: ObjectProperty,
    item: unknown,
  ): { readonly item: unknown; readonly isOff: boolean } {
    const { items } = shape(schema);
    const parts = items === undefined ? undefined : shape(items).properties;
    const name =
      isObject(item) && parts && parts.size > 0 ? SWITCHES.find((one) => Object.hasOwn(item, one)) : undefined;
    if (!isObject(item) || name === undefined || parts?.has(name)) return { item, isOff: false };
    const { [name]: state, ...rest } = item;
    return { item: rest, isOff: OFF.has(state) };
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
    return allows(schemas, schema, null);
  }
}

const SWITCHES = ["status", "state", "active", "enabled"];
const OFF: ReadonlySet<unknown> = new Set([false, "inactive", "disabled", "removed", "deleted", "off"]);

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
  /** Objects keep their other members. */
  readonly isMerged?: boolean;
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
  if (ADDING.has(verb)) return { kind: isTo ? "set" : "add", noun, isMerged: verb === "add" || verb === "append" };
  if (REMOVING.has(verb)) return { kind: "remove", noun };
  if (SETTING.has(verb)) return { kind: "set", noun };
  const kind = method === "post" ? "add" : METHODS.get(method);
  return kind && { kind, noun: nameWords(text), isPath: true, isMerged: method === "post" || method === "patch" };
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

/** `add_rule` of "Create a rule" at the path of the record that has the `rules`. */
function addedThing({ method, summary = "" }: Operation): string {
  const [, noun] =
    /^\W*(?:creates?|adds?) (?:an? )?(?:new )?([\w-]+)\W*$/i.exec(method === "post" ? summary : "") ?? [];
  return noun === undefined ? "" : `add_${noun}`;
}

/** The operation at the same place whose verb is the opposite of this one: `attach_iso` of `detach_iso`. */
function oppositeOf({ api }: MockContext, { path }: Operation, text: string): Operation | undefined {
  const [verb = "", ...noun] = nameWords(text);
  const rest = noun.join("").replace(/^from/, "to");
  const names = (OPPOSITES.get(verb) ?? []).map((opposite) => `${opposite}${rest}`);
  const place = (one: string): string => one.slice(0, one.lastIndexOf("/"));
  return api.operations.find(
    (other) => place(other.path) === place(path) && names.includes(foldName(endLiteral(other))),
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

/** True if the property is named after the noun, in singular or plural. */
function isNamed(name: string, noun: readonly string[]): boolean {
  const [folded, word] = [foldName(name), noun.join("")];
  return word !== "" && sameNoun(folded, word);
}

/** `batch_shipments` ends in `shipments`. */
function endsIn(name: string, noun: readonly string[]): boolean {
  const words = nameWords(name);
  return words.length > noun.length && sameNoun(words.slice(-noun.length).join(""), noun.join(""));
}

const OWN_ID = /^(?:object_?)?(?:id|gid|uuid)$/i;

function membersOf(sent: JsonObject, parts: { has(name: string): boolean }): JsonObject {
  return pickBy(sent, (name) => parts.has(name));
}

function without(items: readonly unknown[], gone: readonly unknown[]): readonly unknown[] {
  return items.filter((item) => !gone.some((one) => holds(item, one)));
}

/** True if `value` contains all values of `part`. */
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
