import {
  type BodyPlan,
  coerceValue,
  createResponsePlan,
  sampledValue,
  selectSuccess,
  succeeded,
} from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  type Operation,
  objectProperties,
  type Resource,
  type Schema,
  schemaShape,
  withValueAt,
} from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import { asObject } from "../model/as-object.js";
import type { MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { allows, propertiesOf } from "../model/schema-questions.js";
import { stateKey } from "../model/state-key.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { type Progress, progressOf } from "./job-progress.js";
import { isSchemaOf } from "./place-value.js";
import { namesOfRecord } from "./result-records.js";

/**
 * Stores the job that an answer names, so that it can be read. Returns the answer with the job's id. @param acted the record that the job
 * is about
 */
export type NamedJobs = (value: unknown, acted?: StoredRecord) => Promise<unknown>;

/**
 * Finds the job that the answer to a write names by a path parameter: `{ "taskUid": 7, "status": "enqueued" }`, if `/tasks/{taskUid}` reads
 * tasks and no operation creates them. Reading the job shows that it has succeeded. `undefined` if there is none.
 */
export function createNamedJobs(context: MockContext, { schema }: BodyPlan): NamedJobs | undefined {
  const { schemas, api, seeds } = context;
  const properties = schema ? objectProperties(schemas, schema.json) : undefined;
  if (!schema || !properties || properties.size === 0) return undefined;
  const found = api.resources.flatMap((kind) => {
    const name = [...properties.keys()].find((one) => isNameOf(kind, one));
    const progress = name === undefined ? undefined : progressOf(schemas, kind);
    return name !== undefined && progress && isMadeByServer(kind) ? [{ kind, name, progress }] : [];
  });
  const [job, ...others] = found;
  if (!job || others.length > 0) return undefined;
  return async (value) => (isObject(value) ? keep(job, value) : value);

  async function keep(
    { kind, name, progress }: { readonly kind: Resource; readonly name: string; readonly progress: Progress },
    value: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    await seeds.fill(kind, []);
    const known = objectProperties(schemas, kind.schema.json);
    const told = pickBy(value, (one) => known.has(one) && kind.id.property?.[0] !== one);
    const written = progress.ended({ ...told, ...progress.running }, context.now());
    const record = await addRecord(context, kind, written);
    const running = Object.entries(progress.running).filter(([one]) => properties?.has(one));
    const id = coerceValue(schemas, properties?.get(name)?.schema ?? true, record.key);
    return { ...value, ...Object.fromEntries(running), [name]: id };
  }
}

/** True for the path parameter of the id, if its name contains the record's noun. */
function isNameOf({ id: { parameter = "" }, roles }: Resource, name: string): boolean {
  const folded = foldName(name);
  return roles.read !== undefined && folded === foldName(parameter) && !GENERIC.has(folded);
}

const GENERIC = new Set(["id", "uuid", "uid", "guid", "key", "name", "slug"]);

function isMadeByServer({ roles, parents }: Resource): boolean {
  return parents.length === 0 && !roles.create && !roles.replace;
}

/** Jobs that an operation outside of collections reads. */
export interface ReadJobs {
  /** True if the answer is the job, and false if it names the job. */
  readonly isWhole: boolean;
  readonly keep: NamedJobs;
}

interface JobReader {
  readonly operation: Operation;
  readonly parameter: string;
  /** The property with the job's id in the answer of the write. */
  readonly name: string;
  readonly body: BodyPlan & { readonly schema: Schema };
  /** Set if the write answers with the whole job. */
  readonly progress: Progress | undefined;
}

/**
 * Finds the job in the answer to a write. The answer is the job if `GET /operations/{id}` answers such jobs, or it names the job:
 * `{ "requestId": "r" }` for `/alerts/requests/{requestId}`. Reading the job shows that it has succeeded, and names the record:
 * `{ alertId }` or `{ reference: { id } }`. `undefined` if there is none.
 */
export function createReadJobs(context: MockContext, { schema }: BodyPlan, acting: Resource): ReadJobs | undefined {
  const { schemas, fitting, operationStates } = context;
  if (!schema || isSchemaOf(schemas, schema.json, acting.schema)) return undefined;
  const reader = nearest(jobReaders(context, schema), acting.collectionPath);
  if (!reader) return undefined;
  const { operation, parameter, name, body, progress } = reader;
  const names = namesOfRecord(acting);
  return {
    isWhole: progress !== undefined,
    async keep(value, acted) {
      const id = isObject(value) ? value[name] : undefined;
      if (!isObject(value) || id === undefined || !acted) return value;
      const told = named(schema.json, value, acted.key) as JsonObject;
      const pathTexts = { [parameter]: String(id) };
      const key = stateKey(operation, { pathTexts, query: {}, answerAs: body }, true);
      const job = progress
        ? pickBy(progress.ended(told, context.now()), (one) => !FAILURE.test(one))
        : named(body.schema.json, { ...asObject(sampledValue(fitting, body, key)), [name]: id }, acted.key);
      const ended = progress ? job : succeeded(schemas, body.schema, job, () => false);
      if (schemas.validator(body.schema, "response").isValid(ended))
        await operationStates.put(key, operation.id, { value: ended });
      return progress ? { ...pickBy(told, (one) => !FAILURE.test(one)), ...progress.running } : told;
    },
  };

  /** Sets the id of the record in the properties of a job that name it, and in its nested objects. */
  function named(json: JsonSchema, value: unknown, key: string, isInner = false): unknown {
    let whole = value;
    for (const { name: own, schema: inner } of propertiesOf(schemas, json)) {
      const { properties } = schemaShape(schemas, inner);
      if (REFERENCES.test(own) && properties.has("id"))
        whole = withId(whole, [own, "id"], properties.get("id")?.schema);
      else if (names.has(foldName(own)) && own !== name) whole = withId(whole, [own], inner);
      else if (!isInner && isObject(whole) && isObject(whole[own]))
        whole = { ...whole, [own]: named(inner, whole[own], key, true) };
    }
    return whole;

    function withId(before: unknown, place: readonly string[], own: JsonSchema = true): unknown {
      const id = coerceValue(schemas, own, key);
      return allows(schemas, own, id) ? withValueAt(before, place, id) : before;
    }
  }
}

const REFERENCES = /^(?:reference|resource|target|subject)$/i;
const FAILURE = /^(?:errors?|failure|reason)(?:_|$)/i;

function jobReaders({ api, schemas, fitting }: MockContext, schema: Schema): readonly JobReader[] {
  const properties = [...objectProperties(schemas, schema.json).keys()];
  const progress = progressOf(schemas, { schema });
  const own = progress && properties.find((name) => name === "id");
  return api.operations.flatMap((operation): JobReader[] => {
    const [parameter = "", ...others] = operation.template.parameters;
    const folded = foldName(parameter);
    const named = GENERIC.has(folded) ? undefined : properties.find((name) => foldName(name) === folded);
    const name = named ?? own;
    const isRead = operation.method === "get" && others.length === 0 && operation.path.endsWith(`{${parameter}}`);
    if (!isRead || name === undefined || operation.role.kind !== "operation") return [];
    const body = createResponsePlan(schemas, fitting, operation, selectSuccess(operation), true).preferred;
    if (!body?.schema) return [];
    const isWhole = progress !== undefined && isSchemaOf(schemas, schema.json, body.schema);
    if (!isWhole && named === undefined) return [];
    return [
      { operation, parameter, name, body: { ...body, schema: body.schema }, progress: isWhole ? progress : undefined },
    ];
  });
}

/** The reader whose path shares the most segments with the collection's path, from the left; `undefined` if there are several. */
function nearest(readers: readonly JobReader[], collectionPath: string): JobReader | undefined {
  const own = collectionPath.split("/");
  const shared = ({ operation: { path } }: JobReader): number =>
    path.split("/").findIndex((segment, index) => segment !== own[index]);
  const best = Math.max(...readers.map(shared));
  const [only, ...others] = readers.filter((one) => shared(one) === best);
  return others.length === 0 ? only : undefined;
}
