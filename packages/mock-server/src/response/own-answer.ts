import { type BodyPlan, REMOVED, schemaAt } from "@onespec/http-contract";
import {
  findIdPlace,
  foldName,
  isObject,
  type JsonSchema,
  keywordsOf,
  type ObjectProperty,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";

/** The change of the record that the answer reports. */
export type AnswerEvent = "made" | "gone";

/** Completes the value that the answer shows for a new or deleted record. @param seed the same text gives the same values */
type OwnAnswer = (shown: JsonObject, seed: string) => unknown;

/**
 * Creates and deletes often have answers with another schema: `{ id, object, deleted: true }`, or an API key's `token`, which is shown
 * once. Such an answer has secrets and the values that its schema gives (constants, examples, defaults). It has no undeclared properties,
 * except for an id that its example shows. Booleans that report success are true.
 * @param place the place of the record in the answer
 */
export function createOwnAnswer(
  { schemas, fitting }: MockContext,
  resource: Resource,
  schema: Schema,
  place: RecordPlace,
  event: AnswerEvent,
  examples: BodyPlan["examples"],
): OwnAnswer {
  const inner = schemaAt(schemas, schema, place) ?? schema;
  const declared = objectProperties(schemas, inner.json);
  const record = objectProperties(schemas, resource.schema.json);
  // A deletion with an object schema without properties answers `{}`.
  const isEmpty = event === "gone" && declared.size === 0 && record.size > 0 && isPlainObject(inner.json);
  const isRecord = !isEmpty && (declared.size === 0 || [...record.keys()].every((name) => declared.has(name)));
  const id = findIdPlace(schemas, resource, schema.json)?.at(-1);
  const ownId = resource.id.property?.length === 1 ? resource.id.property[0] : undefined;
  const showsId = ownId !== undefined && examples.some((one) => valueAtPlace(one, [...place, ownId]) !== undefined);
  const isTold = (name: string): boolean => declared.has(name) || (showsId && name === ownId);
  const isKeys = /(?:key|token|secret|credential)s$/i.test(resource.collectionPath);
  const own = [...declared.values()].filter(({ name }) => !record.has(name) && name !== id);
  const made = event === "made" ? [...declared.values()].filter(isLeftToServer) : [];
  const given = own.filter(
    (property) => isGiven(property.schema) || (event === "made" && isSecret(property) && !isWritten(property.name)),
  );
  const flags = new Map(
    [[], place].map((holder) => [holder.join("/"), flagsAt(schemaAt(schemas, schema, holder), holder)]),
  );

  return (shown, seed) => {
    let value: unknown = isRecord ? shown : pickBy(shown, (name) => isTold(name));
    const open = [...given, ...made].filter(({ name }) => !Object.hasOwn(shown, name));
    const sample = open.length === 0 ? undefined : fitting.fit(inner, undefined, { seed, optional: true });
    if (isObject(sample)) {
      const filled = open.filter(({ name }) => Object.hasOwn(sample, name)).map(({ name }) => [name, sample[name]]);
      value = { ...(value as JsonObject), ...Object.fromEntries(filled) };
    }
    let whole = withValueAt(undefined, place, value);
    for (const flag of [...flags.values()].flat()) whole = withValueAt(whole, flag, true);
    return whole;
  };

  function flagsAt(holder: Schema | undefined, at: RecordPlace): RecordPlace[] {
    if (!holder) return [];
    const tells = (name: string): boolean => {
      const isDone = DONE[event].test(foldName(name)) && (event === "gone" || !record.has(name));
      return isDone || SUCCESS.test(foldName(name));
    };
    return propertiesOf(schemas, holder.json)
      .filter(({ name, schema: json }) => tells(name) && schemaShape(schemas, json).types.has("boolean"))
      .map(({ name }) => [...at, name]);
  }

  function isPlainObject(json: JsonSchema): boolean {
    const { types, additional } = schemaShape(schemas, json);
    return types.size === 1 && types.has("object") && additional === undefined;
  }

  function isGiven(json: JsonSchema): boolean {
    const target = keywordsOf(schemas, json);
    const { examples = [], default: usual, enum: values } = target;
    return examples.length > 0 || usual !== undefined || values?.length === 1 || Object.hasOwn(target, "const");
  }

  function isSecret({ name, schema: json }: ObjectProperty): boolean {
    return SECRET.test(foldName(name)) && schemaShape(schemas, json).types.has("string");
  }

  /**
   * True for values that the server generates and shows only once: a `client_secret` that the client did not choose, or the `value` of a
   * key.
   */
  function isLeftToServer({ name, schema: json, required, writeOnly }: ObjectProperty): boolean {
    const isOption = record.has(name) && !required && !writeOnly;
    const isKey = isKeys && /^(?:value|key|token)$/i.test(name);
    return isOption && (isKey || foldName(name).endsWith("secret")) && schemaShape(schemas, json).types.has("string");
  }

  function isWritten(name: string): boolean {
    const body = resource.roles.create?.requestBody?.content ?? [];
    return body.some(({ schema: written }) => written && objectProperties(schemas, written.json).has(name));
  }
}

const SUCCESS = /^(?:is)?(?:success|successful|succeeded|ok)$/;

/** Names of flags that say that an event took place. */
const DONE = {
  made: /^(?:is)?(?:added|created|inserted)$/,
  gone: REMOVED,
};

const SECRET = /(?:token|secret|key|password|credential)$/;
