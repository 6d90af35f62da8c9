import { coerceValue, schemaAt } from "@onespec/http-contract";
import {
  findIdPlace,
  foldName,
  keywordsOf,
  nameWords,
  propertyStripper,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  type Stripper,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { pickBy } from "../model/pick-by.js";
import { propertiesOf } from "../model/schema-questions.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { answerRenaming } from "./body-renaming.js";
import { withoutUnanswered } from "./unanswered-properties.js";

/** Returns the part of a record that an answer may show. */
export type ShownRecord = (record: StoredRecord) => JsonObject;

/**
 * Omits properties that are writeOnly, and properties that requests declare and the answer does not, such as a password. Adds the id if the
 * answer has it and the record does not.
 * @param schema the schema of the record in the answer; `undefined` for the resource's own schema
 * @param isMade the answer is about a new record, so it shows properties that are "only returned once when creating"
 */
export function createShownRecord(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema | undefined,
  isMade = false,
): ShownRecord {
  const answers = schema ?? resource.schema;
  const hide = hiding(schemas, resource, answers, propertyStripper(schemas, answers, "writeOnly"));
  const once = isMade ? [] : shownOnce(schemas, answers);
  const addId = idWriter(schemas, resource, answers);
  const rename = answerRenaming(schemas, resource.schema.json, answers.json);
  const held = heldValues(schemas, resource.schema, answers);
  return ({ value, key }) => {
    const renamed = without(withHeld(rename(value) as JsonObject, held), once);
    const shown = hide ? hide(renamed) : renamed;
    return addId ? addId(shown, key) : shown;
  };
}

interface HeldValue {
  readonly place: RecordPlace;
  readonly from: RecordPlace;
}

/** Properties of the answer that the record has inside objects: `server_id` is in its `server`. Also in the `attributes` of JSON:API. */
function heldValues(schemas: SchemaRegistry, record: Schema, answers: Schema): readonly HeldValue[] {
  if (record === answers) return [];
  return [[], ["attributes"]].flatMap((at) => {
    const [own = [], shown = []] = [record, answers].map((schema) =>
      propertiesOf(schemas, schemaAt(schemas, schema, at)?.json ?? true),
    );
    return shown.flatMap(({ name }): HeldValue[] => {
      const words = nameWords(name);
      const inner = words.at(-1);
      const found = own.find((one) => foldName(one.name) === words.slice(0, -1).join(""));
      const held = propertiesOf(schemas, found?.schema ?? true).find((one) => foldName(one.name) === inner);
      const isMissing = !own.some((one) => one.name === name);
      return found && held && isMissing ? [{ place: [...at, name], from: [...at, found.name, held.name] }] : [];
    });
  });
}

function withHeld(value: JsonObject, held: readonly HeldValue[]): JsonObject {
  return held.reduce((shown, { place, from }) => {
    const known = valueAtPlace(shown, place) === undefined ? valueAtPlace(shown, from) : undefined;
    return known === undefined ? shown : (withValueAt(shown, place, known) as JsonObject);
  }, value);
}

/** The properties that only the answer to a create has, according to the description. Required ones do not count. */
function shownOnce(schemas: SchemaRegistry, { json }: Schema): readonly string[] {
  return propertiesOf(schemas, json).flatMap(({ name, schema, required }) => {
    const own = typeof schema === "object" ? schema.description : undefined;
    const texts = [own, keywordsOf(schemas, schema).description];
    return !required && texts.some((text = "") => ONCE.test(text)) ? [name] : [];
  });
}

const ONCE =
  /\bonly (?:be )?(?:returned|shown|displayed|visible|available|provided|included|present|revealed)\b[^.]*\b(?:once|creat(?:ed?|ing|ion))\b/i;

function without(value: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(value, name))) return value;
  return pickBy(value, (name) => !names.includes(name));
}

/**
 * Returns the part of a record's value that filters and patches may read. Omits everything that is writeOnly in any alternative of the
 * schema, so that filters do not reveal it. `undefined` if they may read the whole value.
 */
export function createOpenRecord(
  schemas: SchemaRegistry,
  resource: Pick<Resource, "schema" | "roles">,
): ((value: JsonObject) => JsonObject) | undefined {
  const { schema } = resource;
  return hiding(schemas, resource, schema, propertyStripper(schemas, schema, "writeOnly", true));
}

/** Omits properties that `strip` removes, and properties that are written and not answered. `undefined` if there are none. */
function hiding(
  schemas: SchemaRegistry,
  resource: Pick<Resource, "roles">,
  answers: Schema,
  strip: Stripper | undefined,
): ((value: JsonObject) => JsonObject) | undefined {
  const hide = withoutUnanswered(schemas, resource, answers.json);
  if (!strip) return hide;
  return (value) => {
    const stripped = strip(value) as JsonObject;
    return hide ? hide(stripped) : stripped;
  };
}

/** Adds the id at its place in the answer, if the record does not contain it. */
function idWriter(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema,
): ((shown: JsonObject, key: string) => JsonObject) | undefined {
  const { property } = resource.id;
  const place = findIdPlace(schemas, resource, schema.json);
  const json = place && schemaAt(schemas, schema, place);
  if (!place || !json || place === property) return undefined;
  const test = schemas.validator(json, "response");
  return (shown, key) => {
    // The record already has a value there.
    if (property && valueAtPlace(shown, place) !== undefined) return shown;
    const id = coerceValue(schemas, json.json, key);
    return test.isValid(id) ? (withValueAt(shown, place, id) as JsonObject) : shown;
  };
}
