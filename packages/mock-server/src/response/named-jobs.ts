import { type BodyPlan, coerceValue } from "@onespec/http-contract";
import { foldName, isObject, objectProperties, type Resource } from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import type { MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { type Progress, progressOf } from "./job-progress.js";

/** Stores the job that an answer names, so that it can be read, and returns the answer with its id. */
export type NamedJobs = (value: unknown) => Promise<unknown>;

/**
 * Finds the job that the answer to a write names by the parameter of its path: `{ "taskUid": 7, "status": "enqueued" }` where
 * `/tasks/{taskUid}` reads tasks, and nothing else makes them. It has succeeded when it is read. `undefined` if there is none.
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
