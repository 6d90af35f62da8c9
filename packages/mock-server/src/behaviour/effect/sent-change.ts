import { writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isPlural,
  nameWords,
  type ObjectProperty,
  type Operation,
  type RecordPlace,
  type Resource,
  valueAtPlace,
} from "@onespec/spec-core";
import { asObject } from "../../model/as-object.js";
import type { MockContext } from "../../model/mock-context.js";
import { endLiteral, verbOfNoun } from "../../model/path-words.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { bodyRenaming, type Renaming } from "../../response/body-renaming.js";
import { bodyShape } from "../../response/body-shape.js";
import { queriedProperties } from "../../response/written-properties.js";
import type { JsonObject } from "../../store/record-store.js";
import { type ActionTerms, isList, isNamed, meaningOf, shapeOf } from "./action-terms.js";
import { bareList, itemChange, plainItem } from "./item-changes.js";
import { clearing, flagChange, memberRemoval, partChange } from "./part-changes.js";
import { type Change, propertyChange } from "./property-change.js";

/** Applies the body of an action to its record. */
export interface SentChange {
  /** Returns the same object if the body changes nothing. */
  change(value: JsonObject, sent: unknown): JsonObject;
  /** True if this property of the body can change the record. */
  uses(name: string): boolean;
  /** True if any declared property can change the record. */
  readonly isKnown: boolean;
}

/** Where an action has its words and properties, if not at the usual places. */
export interface ActionWords {
  /** The verb and its noun; by default the last word of the path. */
  readonly text?: string | undefined;
  /** The place of the record's properties in the body. */
  readonly place?: RecordPlace | undefined;
  /** Properties of the body that select records. */
  readonly selecting?: ReadonlySet<string>;
}

/**
 * `POST /volumes/{id}/resize` sets the sent `size`, `add_route` adds to `routes`, `change_protection` changes the object `protection`,
 * `POST /firewalls/{id}/rules` adds to the lists of rules, and `detach` undoes `attach`. Only known verbs change the record: the `amount`
 * of a refund is not the `amount` of its order. `undefined` for unknown verbs.
 */
export function createSentChange(
  context: MockContext,
  operation: Operation,
  resource: Resource,
  { text = verbOfNoun(endLiteral(operation)) || addedThing(operation), place: told, selecting }: ActionWords = {},
): SentChange | undefined {
  const { schemas } = context;
  const { json: record } = resource.schema;
  const said = meaningOf(operation, text);
  if (!said) return undefined;
  // If the path has `PATCH` but no `PUT`, `POST` sets the object that `PATCH` edits.
  const beside = context.api.operations.flatMap(({ path, method }) => (path === operation.path ? method : []));
  const isSet = said.isPath && operation.method === "post" && beside.includes("patch") && !beside.includes("put");
  const meaning = isSet ? { ...said, isMerged: false } : said;
  const own = new Set([resource.id, ...resource.parents].map(({ property }) => property?.[0]));
  const properties = propertiesOf(schemas, record).filter(({ name }) => !own.has(name));
  const isMeant = (name: string): boolean => selecting?.has(name) !== true;
  const place = told ?? envelopeOf(writtenProperties(schemas, operation, record), properties);
  const queried = [...queriedProperties(schemas, operation).values()];
  const declared = [...writtenProperties(schemas, operation, record, place), ...queried].filter(({ name }) =>
    isMeant(name),
  );
  const named = properties.find(({ name }) => isNamed(name, meaning.noun));
  const kind = meaning.isTo && named && isList({ context }, named) ? "add" : meaning.kind;
  const terms = { ...meaning, kind, context, operation, record, text, properties, declared, queried, named };
  const rename = bodyRenaming(schemas, operation, record, place);
  const { isValid } = schemas.validator(resource.schema, "response");
  const bySchema =
    flagChange(terms) ??
    memberRemoval(terms) ??
    clearing(terms) ??
    partChange(terms) ??
    itemChange(terms) ??
    plainItem(terms);
  const found = bySchema ?? sameNames(terms, rename);
  const addItems = bareList(terms);
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
      const [shown = name] = Object.keys(asObject(rename({ [name]: null })));
      return name === place?.[0] || (addItems !== undefined && name === "body") || (isMeant(name) && found.uses(shown));
    },
  };
}

/** The words of a `POST` from its summary: `add_rule` for "Create a rule". Used if its path does not end in a word. */
function addedThing({ method, summary = "" }: Operation): string {
  const [, noun] =
    /^\W*(?:creates?|adds?) (?:an? )?(?:new )?([\w-]+)\W*$/i.exec(method === "post" ? summary : "") ?? [];
  return noun === undefined ? "" : `add_${noun}`;
}

/** The place `data`, if the body has only this property and the record has no `data`. */
export function envelopeOf(
  declared: readonly ObjectProperty[],
  known: readonly ObjectProperty[],
): RecordPlace | undefined {
  const [only, ...others] = declared;
  const isEnvelope = only?.name === "data" && others.length === 0 && !known.some(({ name }) => name === only.name);
  return isEnvelope ? [only.name] : undefined;
}

/** Changes the properties of the record that have the names of sent properties. */
function sameNames(terms: ActionTerms, rename: Renaming): Change {
  return {
    changes: (value, sent) =>
      Object.entries(asObject(rename(sent))).flatMap(([name, inner]) => {
        const target = targetOf(terms, name);
        if (!target) return [];
        const { property, isItem } = target;
        const part = isItem ? [itemOf(terms, property, name, inner)] : inner;
        return propertyChange(terms, property, value[property.name], part);
      }),
    uses: (name) => targetOf(terms, name) !== undefined,
  };
}

/** The property of the record that a property of the body changes: the one with the same name, or the list that takes it as an item. */
function targetOf(
  terms: ActionTerms,
  name: string,
): { readonly property: ObjectProperty; readonly isItem: boolean } | undefined {
  const { kind, isPath, named, properties } = terms;
  const same = properties.find((property) => property.name === name);
  if (same) {
    const isMember = kind === "add" && (same === named || holdsNamed(terms, same));
    return !isPath || kind === "set" || isList(terms, same) || isMember ? { property: same, isItem: false } : undefined;
  }
  const isListOf = (one: ObjectProperty): boolean =>
    isList(terms, one) && namesOfOne(name).some((word) => isPlural(foldName(one.name), word));
  const list = kind === "set" ? undefined : properties.find(isListOf);
  return list && { property: list, isItem: true };
}

/** True if the property is an object that contains the noun: `attributes` of `POST /cases/{id}/priority` contains `priority`. */
function holdsNamed({ declared, noun, context }: ActionTerms, { name, schema }: ObjectProperty): boolean {
  const sent = declared.find((one) => one.name === name);
  const own = shapeOf({ context }, schema).properties;
  return (
    sent !== undefined &&
    [...shapeOf({ context }, sent.schema).properties.keys()].some((inner) => own.has(inner) && isNamed(inner, noun))
  );
}

/** The folded names of one item: `tagid` and `tag` for `tag_id`. */
function namesOfOne(name: string): readonly string[] {
  const words = nameWords(name);
  const isId = words.length > 1 && /^(?:id|gid|uuid|guid|key)$/.test(words.at(-1) ?? "");
  return [foldName(name), ...(isId ? [words.slice(0, -1).join("")] : [])];
}

/** Converts a sent value to a list item. If the list has objects, an id becomes an object with that id. */
function itemOf(terms: ActionTerms, list: ObjectProperty, name: string, sent: unknown): unknown {
  const own = terms.declared.find((property) => property.name === name);
  const { items } = shapeOf(terms, list.schema);
  const shaped = own && items !== undefined ? bodyShape(terms.context.schemas, own.schema, items) : undefined;
  return shaped ? shaped(sent) : sent;
}
