import type { BodyPlan } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  pathNoun,
  type RecordPlace,
  type Resource,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import type { MockContext } from "../model/mock-context.js";
import { allows, propertiesOf } from "../model/schema-questions.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { type Progress, progressOf } from "./job-progress.js";
import { isSchemaOf } from "./place-value.js";

/** Stores the records of other resources in an answer, so that they can be read. Returns the answer's value with their ids. */
export type ResultRecords = (value: unknown, acted: StoredRecord | undefined) => Promise<unknown>;

/**
 * Finds the records of other resources in the answer to a write: the action of `POST /servers/{id}/actions/stop`, or the job of a new
 * server. `undefined` if there are none.
 * @param acting the resource of the record that the operation is about
 * @param isAction clients call the operation for its answer, and not for the record
 * @param own the place of the written record in the answer; other resources show it with the same id
 * @param isMade the record is new, and records beside it in the answer were created with it: a new project has a branch
 */
export function createResultRecords(
  context: MockContext,
  { schema }: BodyPlan,
  acting: Resource | undefined,
  isAction: boolean,
  own?: RecordPlace,
  isMade = false,
): ResultRecords | undefined {
  const { schemas, api } = context;
  if (!schema) return undefined;
  const readable = api.resources.filter(
    ({ roles, id, stateKey }) => (roles.read ?? roles.list) && id.property && stateKey !== acting?.stateKey,
  );
  const found = placesIn(schema.json).flatMap(({ json, place, isList }) => {
    const kinds = readable.filter(
      (resource) =>
        isSchemaOf(schemas, json, resource.schema) &&
        (isFound(resource, place) || (isMade && !isList && isBeside(resource, place))),
    );
    const keepers = [...new Set(kinds.map(({ stateKey }) => stateKey))].flatMap((key) => keeperOf(key, kinds) ?? []);
    const [kind] = keepers;
    return kind ? [{ place, isList, keepers, kind, progress: progressOf(schemas, kind) }] : [];
  });
  if (found.length === 0) return undefined;

  return async (value, acted) => {
    let answered = value;
    for (const { place, isList, ...result } of found) {
      const held = valueAtPlace(answered, place);
      if (!isList && !isObject(held)) continue;
      if (acted && own?.join("/") === place.join("/") && isObject(held)) {
        await keepOwn(result.keepers, acted);
        answered = withValueAt(answered, place, { ...held, ...result.progress?.running });
        continue;
      }
      const made: JsonObject[] = [];
      for (const one of isList ? [held].flat().filter(isObject) : [held as JsonObject])
        made.push(await keep(result, one, acted));
      answered = withValueAt(answered, place, isList ? made : made[0]);
    }
    return answered;
  };

  /** The answer itself, and its properties: objects, and lists of them. */
  function placesIn(json: JsonSchema): { json: JsonSchema; place: RecordPlace; isList: boolean }[] {
    const inner = propertiesOf(schemas, json).map(({ name, schema: own }) => {
      const { items } = schemaShape(schemas, own);
      return { json: items ?? own, place: [name], isList: items !== undefined };
    });
    return [{ json, place: [], isList: false }, ...inner];
  }

  /** True if the part of the answer is a new record. Beside a written record, only a job is certainly new. */
  function isFound(resource: Resource, place: RecordPlace): boolean {
    if (isAction && (place.length === 0 || resource.roles.create === undefined)) return true;
    return resource.roles.create === undefined && progressOf(schemas, resource) !== undefined;
  }

  /** True for a record below the new one that is in another property of the answer. */
  function isBeside({ parents }: Resource, place: RecordPlace): boolean {
    const parent = parents.at(-1)?.resource;
    return own?.length === 1 && place.length === 1 && place[0] !== own[0] && parent?.stateKey === acting?.stateKey;
  }

  /** The resource that gets the record, among those that share a state: the one below the acting record, else one without parents. */
  function keeperOf(stateKey: string, kinds: readonly Resource[]): Resource | undefined {
    const sharers = kinds.filter((resource) => resource.stateKey === stateKey);
    const below = sharers.find(({ parents }) => acting && parents.at(-1)?.resource?.stateKey === acting.stateKey);
    return (
      below ?? sharers.find(({ parents }) => parents.length === 0) ?? (isAction ? sharers.find(isSibling) : undefined)
    );
  }

  /** True for `POST /repos/{repo}/branches/{branch}/commits`, which creates what `GET /repos/{repo}/commits/{id}` reads. */
  function isSibling({ parents }: Resource): boolean {
    return (
      acting !== undefined &&
      parents.length === acting.parents.length &&
      parents.every(({ resource }, at) => resource && resource.stateKey === acting.parents[at]?.resource?.stateKey)
    );
  }

  /** `POST /droplets/{id}/actions` also creates the record that `GET /actions/{id}` reads. */
  async function keepOwn(keepers: readonly Resource[], { key, value }: StoredRecord): Promise<void> {
    for (const resource of keepers.filter(({ parents }) => parents.length === 0)) {
      await context.seeds.fill(resource, []);
      await addRecord(context, resource, value, { key });
    }
  }

  async function keep(
    { keepers, kind, progress }: { keepers: readonly Resource[]; kind: Resource; progress: Progress | undefined },
    sampled: JsonObject,
    acted: StoredRecord | undefined,
  ): Promise<JsonObject> {
    const { states, seeds } = context;
    const { property = [] } = kind.id;
    const written = withValueAt({ ...sampled, ...(acted && namesOf(kind, acted)) }, property, undefined) as JsonObject;
    const ended = progress ? progress.ended(written, context.now()) : written;
    let first: StoredRecord | undefined;
    for (const resource of keepers) {
      const { owner } = states.of(resource);
      const own = acted && (isSibling(resource) ? acted.scope : [...acted.scope, acted.key]);
      const parents = resource.parents.length === 0 ? [] : own;
      if (parents?.length !== resource.parents.length) continue;
      const scope = owner.parents.length === 0 ? [] : parents;
      await seeds.fill(resource, scope);
      const record = await addRecord(context, resource, ended, { scope, parents, key: first?.key });
      first ??= record;
    }
    if (!first) return sampled;
    return progress ? { ...first.value, ...progress.running } : first.value;
  }

  /** The properties that name the record of the action: `server_id`, or `resource_id` for any kind of record. */
  function namesOf(kind: Resource, { key }: StoredRecord): JsonObject {
    const wanted = namesOfRecord(acting);
    const named = propertiesOf(schemas, kind.schema.json).flatMap(({ name, schema: own }) => {
      const isId = kind.id.property?.length === 1 && kind.id.property[0] === name;
      if (isId || !wanted.has(foldName(name))) return [];
      const { types } = schemaShape(schemas, own);
      const value = types.has("integer") || types.has("number") ? Number(key) : key;
      return allows(schemas, own, value) ? [[name, value] as const] : [];
    });
    return Object.fromEntries(named);
  }
}

/** The folded names of properties by which others name a record: `server_id`, or `resource_id` for any kind of record. */
export function namesOfRecord(resource: Resource | undefined): ReadonlySet<string> {
  const noun = foldName(pathNoun(resource?.collectionPath ?? ""));
  return new Set([`${noun.replace(/s$/, "")}id`, "resourceid", foldName(resource?.id.parameter ?? "")]);
}
