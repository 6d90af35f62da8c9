import { createFitting } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  isObject,
  nearestName,
  objectProperties,
  schemaShape,
} from "@onespec/spec-core";
import { createRecordSampler } from "../../behaviour/record-maker.js";
import type { GivenSeeds, SeedBook } from "../../config/given-seeds.js";
import type { InlineSeeds, MockOptions } from "../../config/mock-options.js";
import { SeedsError } from "../../errors/options-error.js";
import type { JsonObject } from "../../store/record-store.js";
import { planSeeds } from "./plan-seeds.js";
import { readSeedFolder, type SeedFile, unlinedFile } from "./read-seed-folder.js";

/**
 * Reads seeds and checks them against the description.
 * @param source folder of files, or the records themselves
 * @param options.seedValue seed of the values that functions in such files generate
 * @param options.seed records that each resource is filled up to
 * @throws SeedsError with every mistake; OptionsError `SEEDS_UNREADABLE`, `TYPESCRIPT_UNSUPPORTED`
 */
export async function openSeedBook(
  source: string | InlineSeeds,
  api: ApiDescription,
  { seedValue, seed }: Pick<MockOptions, "seedValue" | "seed">,
): Promise<SeedBook> {
  const read = async (described: ApiDescription, version: number | undefined): Promise<GivenSeeds> => {
    const files =
      typeof source === "string"
        ? await readSeedFolder(source, version)
        : Object.entries(source).map(([name, value]) => unlinedFile(name, `seeds.${name}`, value));
    const { seeds, problems } = planSeeds(described, await calledFiles(files, described, seedValue), seed);
    if (problems.length > 0) throw new SeedsError(problems);
    return seeds;
  };
  let given = await read(api, undefined);
  let version = 0;
  return {
    folder: typeof source === "string" ? source : undefined,
    get given() {
      return given;
    },
    get version() {
      return version;
    },
    async reload(described, check) {
      version += 1;
      const before = given;
      given = await read(described, version);
      try {
        await check();
      } catch (error) {
        given = before;
        throw error;
      }
    },
  };
}

/** Replaces functions by their records. They run last, in the order in which they ask for each other's records. */
async function calledFiles(
  files: readonly SeedFile[],
  api: ApiDescription,
  seedValue: string,
): Promise<readonly SeedFile[]> {
  const done = new Map<string, SeedFile>();
  const pending = new Map<string, SeedFile>();
  for (const file of files) (typeof file.value === "function" ? pending : done).set(file.resource, file);
  const state = (resource: string): readonly JsonObject[] => {
    const asked = pending.get(resource);
    if (asked) throw new NotYetMade(asked);
    const file = done.get(resource);
    if (!file) throw new Error(noSeeds(resource, api, [...done.keys(), ...pending.keys()]));
    const whole = withIds(api, file, seedValue);
    done.set(resource, whole);
    return typeof whole.value === "object" && whole.value !== null ? Object.values(whole.value) : [];
  };
  const call = async (file: SeedFile, askedBy: readonly SeedFile[]): Promise<void> => {
    const make = file.value as (sample: unknown, state: unknown) => unknown;
    try {
      const value = await make(createSeedSampler(api, file.resource, seedValue), state);
      pending.delete(file.resource);
      done.set(file.resource, { ...file, value });
    } catch (error) {
      const chain = [...askedBy, file];
      if (error instanceof NotYetMade && !chain.includes(error.file)) {
        await call(error.file, chain);
        return call(file, askedBy);
      }
      const message = `the function failed: ${error instanceof Error ? error.message : String(error)}`;
      throw new SeedsError([{ message, location: file.locate("") }]);
    }
  };
  for (const file of files) if (pending.has(file.resource)) await call(file, []);
  return [...done.values()];
}

/** The records of another function are asked for. It runs first. */
class NotYetMade extends Error {
  readonly file: SeedFile;

  constructor(file: SeedFile) {
    super(`the seeds of ${file.resource} need each other's records`);
    this.file = file;
  }
}

function noSeeds(resource: string, { resources }: ApiDescription, seeded: readonly string[]): string {
  const names = resources.map(({ name }) => name);
  const near = nearestName(resource, names);
  if (!names.includes(resource) && near !== undefined)
    return `state("${resource}"): there is no such resource. Did you mean ${near}?`;
  const others = seeded.length === 0 ? "" : ` There are: ${seeded.join(", ")}.`;
  return `state("${resource}"): no seeds have its records, and generated records come after the seeds. Write a file ${resource}.js.${others}`;
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

/** Generates a valid record with these fields; each call another one, and the same ones in every run. */
export type SeedSampler = (fields?: JsonObject) => JsonObject;

function createSeedSampler(
  { resources, schemas }: Pick<ApiDescription, "resources" | "schemas">,
  name: string,
  seedValue: string,
): SeedSampler {
  const resource = resources.find((one) => one.name === name);
  if (!resource) return (fields = {}) => fields;
  const sampleRecord = createRecordSampler(schemas, createFitting(schemas, seedValue), resource);
  const properties = objectProperties(schemas, resource.schema.json);
  const parameters = new Set(resource.parents.map(({ parameter }) => parameter));
  let calls = 0;
  return (fields = {}) => {
    const made = sampleRecord(`${resource.stateKey} sample ${++calls}`);
    const whole: Record<string, unknown> = isObject(made) ? { ...made } : {};
    const [id] = resource.id.property ?? [];
    if (id !== undefined) delete whole[id];
    for (const [field, value] of Object.entries(fields)) {
      // `bookId` is the property `book_id`; as a parameter of the path it also says whose record it is.
      const twin = properties.has(field)
        ? undefined
        : [...properties.keys()].find((other) => foldName(other) === foldName(field) && !Object.hasOwn(fields, other));
      if (twin !== undefined) whole[twin] = value;
      if (twin === undefined || parameters.has(field)) whole[field] = value;
    }
    return whole;
  };
}
