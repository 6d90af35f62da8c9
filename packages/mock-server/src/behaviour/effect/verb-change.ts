import { selectSuccess } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  isObject,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  STATUS,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import { propertiesOf } from "../../model/schema-questions.js";
import { instantText } from "../../response/record-moments.js";
import type { JsonObject } from "../../store/record-store.js";
import { createFirstValues, statusValues } from "../record/first-values.js";
import { type Change, statusChange } from "./status-change.js";
import { type Adjectives, adjectivesOf, flagsOf, oppositesOf, verbOf } from "./verb-words.js";

/** Changes the properties of a record that show the effect of an action. Skips changes that the schema does not allow. */
export type VerbChange = (value: JsonObject, now: number) => JsonObject;

/**
 * `POST /users/{id}/ban` makes `banned` true, `DELETE /filters/{id}/favourite` makes `favourite` false, `POST /orders/{id}/cancel` makes
 * the `status` `canceled` and `canceled_at` now. `undefined` if the verb names no property of the record.
 * @param text the verb, if the body has it and not the path
 */
export function createVerbChange(
  { schemas, document }: Pick<ApiDescription, "schemas" | "document">,
  resource: Resource,
  operation: Operation,
  text?: string,
): VerbChange | undefined {
  const verb = verbOf(operation, text);
  if (verb === undefined) return undefined;
  const firsts = createFirstValues(schemas, resource);
  const reply = selectSuccess(operation).response?.content[0]?.schema?.json ?? true;
  const changes = changesOf({ schemas, document }, objectProperties(schemas, resource.schema.json), {
    verb,
    first: (property) => firsts.of([property]).get(property.name),
    ...adjectivesOf(verb),
    answered: (name) => keywordsOf(schemas, objectProperties(schemas, reply).get(name)?.schema ?? true).examples ?? [],
    // `DELETE /issues/{id}/lock` undoes the `PUT` at its path. `DELETE /mails/{id}/unread`, "Mark as unread", does what its verb says.
    isRemoval: operation.method === "delete" && text === undefined && !isSaid(operation, verb),
    part: text === undefined ? partOf(operation) : undefined,
  });
  if (changes.length === 0) return undefined;
  const { isValid } = schemas.validator(resource.schema, "response");
  return (value, now) => {
    const changed = { ...value, ...Object.fromEntries(changes.map((change) => change(now, value))) };
    if (isValid(changed) || !isValid(value)) return changed;
    let kept = value;
    for (const change of changes) {
      const [name, made] = change(now, value);
      const next = { ...kept, [name]: made };
      if (isValid(next)) kept = next;
    }
    return kept;
  };
}

function isSaid({ summary = "" }: Operation, verb: string): boolean {
  return verb.startsWith("un") && nameWords(summary).includes(verb);
}

/** The meaning of a verb for a record. */
interface Meaning extends Adjectives {
  readonly verb: string;
  readonly isRemoval: boolean;
  /** The status of a new record. */
  readonly first: (property: ObjectProperty) => unknown;
  /** Examples of the status in the answer of the action. */
  readonly answered: (name: string) => readonly unknown[];
  /** The property that the verb is about: `backups` of `/servers/{id}/backups/enable`. */
  readonly part?: string | undefined;
}

type Api = Pick<ApiDescription, "schemas" | "document">;

/** The changes that a verb makes to these properties, and to the members of a status that is an object. */
function changesOf(api: Api, properties: ReadonlyMap<string, ObjectProperty>, meaning: Meaning): readonly Change[] {
  return [...properties.values()].flatMap((property) => changeOf(api, property, meaning) ?? []);
}

function changeOf(api: Api, property: ObjectProperty, meaning: Meaning): Change | undefined {
  const { schemas, document } = api;
  const { verb, states, opposites, isFlag, isRemoval, part } = meaning;
  const { name, schema } = property;
  const { types, properties: parts } = schemaShape(schemas, schema);
  const folded = foldName(name).replace(/^is(?=.)/, "");
  const isNamed = states.includes(folded) || folded === verb || flagsOf(verb).includes(folded);
  if (types.has("boolean") && (isNamed || isUndone(folded, meaning))) {
    const isSo = isNamed && !isRemoval;
    return () => [name, isSo];
  }
  const isPart = part !== undefined && sameNoun(foldName(name), part);
  if ((STATUS.test(name) || isPart || HOLDERS.has(name)) && parts.size > 0)
    return innerChange(
      name,
      changesOf(api, objectProperties(schemas, schema), { ...meaning, part: undefined }),
      isPart,
    );
  const moment = /^(.+?)(?:at|on|since|date|time)$/.exec(folded)?.[1] ?? "";
  const { format } = keywordsOf(schemas, schema);
  const isMoment = format === "date-time" || format === "date";
  if (isMoment && types.has("null") && (isRemoval ? states : opposites).includes(moment)) return () => [name, null];
  if (isFlag) return undefined;
  const listed = STATUS.test(name) || ENDS_IN_STATE.test(name) ? statusValues(schemas, schema) : [];
  if (STATUS.test(name) || listed.length > 0) {
    const shown = meaning.answered(name);
    const first = meaning.first(property);
    const done = isRemoval ? { verb: `un${verb}`, states: [], opposites: states } : { verb, states, opposites };
    return statusChange(property, types.has("string"), { ...done, listed, shown, first });
  }
  if (isRemoval || !isMoment || !states.includes(moment)) return undefined;
  const length = format === "date" ? "2026-01-31".length : undefined;
  return (now) => [name, instantText(document, now).slice(0, length)];
}

/** True for flags that the verb switches off: `unverified` for `verify`, `suspend` for `resume`. */
function isUndone(folded: string, { verb, states, opposites }: Meaning): boolean {
  const undone = oppositesOf(verb).flatMap((one) => [one, ...flagsOf(one)]);
  return [...opposites, ...undone, ...states.map((state) => `un${state}`)].includes(folded);
}

/** @param isPart the verb is about this object, so the action creates it if it is absent */
function innerChange(name: string, changes: readonly Change[], isPart: boolean): Change | undefined {
  if (changes.length === 0) return undefined;
  const within = (now: number, before: JsonObject): JsonObject => ({
    ...before,
    ...Object.fromEntries(changes.map((change) => change(now, before))),
  });
  return (now, { [name]: before }) => [
    name,
    isObject(before) || (isPart && before === undefined) ? within(now, (before ?? {}) as JsonObject) : before,
  ];
}

/** Objects that contain the properties of the record in Kubernetes and JSON:API. */
const HOLDERS: ReadonlySet<string> = new Set(["spec", "attributes"]);
/** Such as `storage_state`, which `:archive` changes. */
const ENDS_IN_STATE = /(?:_(?:state|status)|[a-z](?:State|Status))$/;

/** The word between the id of the record and the verb. */
function partOf({ template: { segments } }: Operation): string | undefined {
  const [id, part, verb] = segments.slice(-3);
  const isPart = id?.kind === "parameter" && part?.kind === "literal" && verb?.kind === "literal";
  return isPart ? foldName(part.text) : undefined;
}

/** The booleans of the answer that show the effect: `POST /accounts/{id}/follow` answers a relation with `following: true`. */
export function saidFlags(
  schemas: SchemaRegistry,
  operation: Operation,
  answer: JsonSchema,
): Readonly<Record<string, boolean>> {
  const verb = verbOf(operation, undefined);
  if (verb === undefined || operation.method === "delete") return {};
  const { states, opposites } = adjectivesOf(verb);
  const set = [...states, verb, ...flagsOf(verb)];
  const undone = [...opposites, ...oppositesOf(verb).flatMap((one) => [one, ...flagsOf(one)])];
  return Object.fromEntries(
    propertiesOf(schemas, answer).flatMap(({ name, schema }): [string, boolean][] => {
      const folded = foldName(name).replace(/^is(?=.)/, "");
      const isFlag = schemaShape(schemas, schema).types.has("boolean") && [...set, ...undone].includes(folded);
      return isFlag ? [[name, set.includes(folded)]] : [];
    }),
  );
}
