import { createFitting } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  isObject,
  nearestName,
  objectProperties,
  type Resource,
  schemaShape,
} from "@onespec/spec-core";
import { keyInRecord } from "../../behaviour/record/record-key.js";
import { createRecordSampler } from "../../behaviour/record/record-sampler.js";
import { createResourceStates } from "../../behaviour/record/resource-state.js";
import type { GivenSeeds } from "../../config/given-seeds.js";
import { SeedsError } from "../../errors/options-error.js";
import { pointAtRecords, type ReferenceCandidates } from "../../relations/record-pointer.js";
import { type Reference, referencedKeys } from "../../relations/reference.js";
import { relationsOf } from "../../relations/relations.js";
import type { KeptImage } from "../../store/image-shelf.js";
import { createMemoryStore } from "../../store/memory-store.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { createAgreeingState } from "../agreeing-state.js";
import { planSeeds } from "./plan-seeds.js";
import type { SeedFile } from "./read-seed-folder.js";

/** Makes all records of a description in a separate store, from these seeds and `--seed`. */
export type FillSeeds = (api: ApiDescription, given: GivenSeeds) => Promise<KeptImage>;

export interface CallOptions {
  readonly seedValue: string;
  /** Records that each resource is filled up to. */
  readonly seed: number;
  readonly fill: FillSeeds;
}

/**
 * Runs the functions in seed files and replaces them by the records that they return. They run after all other files. A
 * function that asks for the records of another one runs after it.
 */
export async function calledFiles(
  files: readonly SeedFile[],
  api: ApiDescription,
  { seedValue, seed, fill }: CallOptions,
): Promise<readonly SeedFile[]> {
  const done = new Map<string, SeedFile>();
  const pending = new Map<string, SeedFile>();
  for (const file of files) {
    const other = done.get(file.resource) ?? pending.get(file.resource);
    if (other) {
      const message = `${other.name} has the records of ${file.resource} already`;
      throw new SeedsError([{ message, hint: "Put them into one file.", location: file.locate("") }]);
    }
    (typeof file.value === "function" ? pending : done).set(file.resource, file);
  }
  /** Records of resources with generated ones. */
  const filled = new Map<string, readonly StoredRecord[]>();
  const relations = relationsOf({ api, schemas: api.schemas, states: createResourceStates(api, createMemoryStore()) });

  /** The known records of a resource. Without `--seed`, these are the records of its file. @throws NotYetMade */
  const recordsOf = (name: string): readonly StoredRecord[] | undefined => {
    const asked = pending.get(name);
    if (asked) throw new NotYetMade(name, asked);
    const resource = api.resources.find((one) => one.name === name);
    const known = filled.get(name);
    if (known || !resource) return known;
    if (done.has(name)) done.set(name, withIds(api, done.get(name) as SeedFile, seedValue));
    if (seed > 0) throw new NotYetMade(name, undefined);
    const { value } = done.get(name) ?? {};
    if (typeof value !== "object" || value === null) return undefined;
    return Object.values(value).flatMap((one): StoredRecord[] =>
      isObject(one) ? [{ key: keyInRecord(resource, one) ?? "", scope: [], value: one }] : [],
    );
  };
  const state = (name: string): readonly JsonObject[] => {
    const records = recordsOf(name);
    if (!records) throw new Error(noSeeds(name, api, [...done.keys(), ...pending.keys()]));
    const { parents = [] } = api.resources.find((one) => one.name === name) ?? {};
    return records.map(({ scope, value }) => {
      const above = parents.flatMap(({ parameter, property }, index) =>
        property || scope[index] === undefined ? [] : [[parameter, scope[index]] as const],
      );
      return { ...Object.fromEntries(above), ...value };
    });
  };
  const fillUp = async (name: string): Promise<void> => {
    const { seeds, problems } = planSeeds(api, [...done.values()], seed);
    if (problems.length > 0) throw new SeedsError(problems);
    const { collections } = await fill(api, seeds);
    const stateKey = api.resources.find((one) => one.name === name)?.stateKey;
    const names = new Set(api.resources.filter((one) => one.stateKey === stateKey).map((one) => one.name));
    filled.set(name, collections.find((one) => names.has(one.name))?.records ?? []);
  };
  /**
   * Runs a function. First runs the functions whose records it needs. @throws NotYetMade if it needs the records of a
   * function in `askedBy`, which is waiting for it
   */
  const call = async (file: SeedFile, askedBy: readonly SeedFile[]): Promise<void> => {
    const make = file.value as (sample: unknown, state: unknown) => unknown;
    const chain = [...askedBy, file];
    const candidates = (name: string): readonly StoredRecord[] => {
      const isAsking = chain.some((one) => one.resource === name);
      return isAsking ? [] : (recordsOf(name) ?? []);
    };
    const resource = api.resources.find((one) => one.name === file.resource);
    const references = resource ? relations.from(resource) : [];
    try {
      const value = await make(createSeedSampler(api, resource, { seedValue, references, candidates }), state);
      pending.delete(file.resource);
      done.set(file.resource, { ...file, value });
    } catch (error) {
      if (error instanceof SeedsError) throw error;
      if (!(error instanceof NotYetMade)) throw failure(file, error);
      if (error.file && chain.includes(error.file)) throw error;
      if (error.file) await call(error.file, chain);
      else {
        await callOthers(chain);
        await fillUp(error.resource);
      }
      return call(file, askedBy);
    }
  };
  /**
   * Runs the other functions, since generated records may refer to their records. Skips functions that need records of
   * `chain`; they run later.
   */
  const callOthers = async (chain: readonly SeedFile[]): Promise<void> => {
    for (const other of files) {
      if (!pending.has(other.resource) || chain.includes(other)) continue;
      await call(other, chain).catch((error: unknown) => {
        if (!(error instanceof NotYetMade)) throw error;
      });
    }
  };
  for (const file of files) {
    if (!pending.has(file.resource)) continue;
    await call(file, []).catch((error: unknown) => {
      throw error instanceof NotYetMade ? failure(file, error) : error;
    });
  }
  return [...done.values()];
}

function failure(file: SeedFile, error: unknown): SeedsError {
  const message = `the function failed: ${error instanceof Error ? error.message : String(error)}`;
  return new SeedsError([{ message, location: file.locate("") }]);
}

/** Records are asked for that another function makes, or `--seed`. */
class NotYetMade extends Error {
  readonly resource: string;
  readonly file: SeedFile | undefined;

  constructor(resource: string, file: SeedFile | undefined) {
    super(`the seeds of ${resource} need each other's records`);
    this.resource = resource;
    this.file = file;
  }
}

function noSeeds(resource: string, { resources }: ApiDescription, seeded: readonly string[]): string {
  const names = resources.map(({ name }) => name);
  const near = nearestName(resource, names);
  if (!names.includes(resource) && near !== undefined)
    return `state("${resource}"): there is no such resource. Did you mean ${near}?`;
  const others = seeded.length === 0 ? "" : ` There are: ${seeded.join(", ")}.`;
  return `state("${resource}"): no seeds have its records. Write a file ${resource}.js, or generate records with --seed.${others}`;
}

/** The records with an id, so that others can refer to them. */
function withIds({ resources, schemas }: ApiDescription, file: SeedFile, seedValue: string): SeedFile {
  const resource = resources.find((one) => one.name === file.resource);
  const [name, ...inner] = resource?.id.property ?? [];
  if (!resource || name === undefined || inner.length > 0 || typeof file.value !== "object") return file;
  const records = Object.entries(file.value ?? {});
  const isNumber = !schemaShape(schemas, resource.id.schema.json).types.has("string");
  const sampleRecord = createRecordSampler(schemas, createFitting(schemas, seedValue), resource);
  const taken = new Set(records.map(([, record]) => Object(record)[name]));
  let number = 0;
  const nextNumber = (): number => {
    do number += 1;
    while (taken.has(number));
    return number;
  };
  const made = (key: string): unknown => {
    if (!Array.isArray(file.value)) return isNumber ? Number(key) : key;
    return isNumber ? nextNumber() : Object(sampleRecord(`${resource.stateKey} id ${key}`))[name];
  };
  const whole = records.map(([key, record]) =>
    isObject(record) && record[name] === undefined ? [key, { [name]: made(key), ...record }] : [key, record],
  );
  const value = Array.isArray(file.value) ? whole.map(([, record]) => record) : Object.fromEntries(whole);
  return { ...file, value };
}

/**
 * Generates a valid record with these fields. Each call gives another record, and every run gives the same ones.
 * Foreign keys that the fields leave out refer to existing records.
 */
export type SeedSampler = (fields?: JsonObject) => JsonObject;

interface SamplerOptions {
  readonly seedValue: string;
  readonly references: readonly Reference[];
  /** The records that a key may name. */
  readonly candidates: (resource: string) => readonly StoredRecord[];
}

function createSeedSampler(
  { schemas }: Pick<ApiDescription, "schemas">,
  resource: Resource | undefined,
  { seedValue, references, candidates }: SamplerOptions,
): SeedSampler {
  if (!resource) return (fields = {}) => fields;
  const sampleRecord = createRecordSampler(schemas, createFitting(schemas, seedValue), resource);
  const agreeing = createAgreeingState(schemas, resource);
  const properties = objectProperties(schemas, resource.schema.json);
  const parameters = new Set(resource.parents.map(({ parameter }) => parameter));
  // Records with parents are left out: a key alone does not identify them.
  const keys = references.filter(({ target }) => target !== resource && target.parents.length === 0);
  const choicesOf = (fields: JsonObject): readonly ReferenceCandidates[] =>
    keys.flatMap((reference) => {
      const isGiven = ({ place: [top] }: Reference): boolean => typeof top === "string" && Object.hasOwn(fields, top);
      if (isGiven(reference)) return [];
      const { target, meaning } = reference;
      const twins = keys.filter((one) => one.target === target && one.meaning === meaning && isGiven(one));
      const named = new Set(twins.flatMap((twin) => referencedKeys(fields, twin)));
      const records = candidates(target.name);
      return [{ reference, candidates: twins.length === 0 ? records : records.filter(({ key }) => named.has(key)) }];
    });
  let calls = 0;
  return (fields = {}) => {
    const number = ++calls;
    const made = sampleRecord(`${resource.stateKey} sample ${number}`);
    const whole: Record<string, unknown> = isObject(made) ? { ...made } : {};
    const written: Record<string, unknown> = {};
    // The function decides the id and the parents, so generated ones are removed.
    for (const property of [resource.id.property, ...resource.parents.map((parent) => parent.property)]) {
      if (property?.[0] !== undefined) delete whole[property[0]];
    }
    for (const [field, value] of Object.entries(fields)) {
      // A function may write `bookId` for the property `book_id`. If it is also a path parameter, it also names the
      // parent.
      const twin = properties.has(field)
        ? undefined
        : [...properties.keys()].find((other) => foldName(other) === foldName(field) && !Object.hasOwn(fields, other));
      if (twin !== undefined) written[twin] = value;
      if (twin === undefined || parameters.has(field)) written[field] = value;
    }
    const pointed = pointAtRecords({ ...whole, ...written }, choicesOf(written), {
      schemas,
      seedValue,
      resource,
      number,
      keeps: false,
    });
    return agreeing(pointed, written);
  };
}
