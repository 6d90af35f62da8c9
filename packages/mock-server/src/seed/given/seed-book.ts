import { createFitting } from "@onespec/http-contract";
import type { ApiDescription } from "@onespec/spec-core";
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

/** Replaces functions by their records. They run last and see the records of the other files. */
async function calledFiles(
  files: readonly SeedFile[],
  api: ApiDescription,
  seedValue: string,
): Promise<readonly SeedFile[]> {
  const done: SeedFile[] = [];
  const state = (resource: string): readonly JsonObject[] => {
    const value = done.find((file) => file.resource === resource)?.value;
    return typeof value === "object" && value !== null ? (Object.values(value) as JsonObject[]) : [];
  };
  for (const file of files) {
    if (typeof file.value !== "function") {
      done.push(file);
      continue;
    }
    const make = file.value as (sample: unknown, state: unknown) => unknown;
    try {
      done.push({ ...file, value: await make(createSeedSampler(api, file.resource, seedValue), state) });
    } catch (error) {
      const message = `the function failed: ${error instanceof Error ? error.message : String(error)}`;
      throw new SeedsError([{ message, location: file.locate("") }]);
    }
  }
  return done;
}

/** Generates a valid record with these fields; each call another one, and the same ones in every run. */
export type SeedSampler = (fields?: JsonObject) => JsonObject;

function createSeedSampler(
  { resources, schemas }: Pick<ApiDescription, "resources" | "schemas">,
  name: string,
  seedValue: string,
): SeedSampler {
  const resource = resources.find((one) => one.name === name);
  const sampleRecord = resource && createRecordSampler(schemas, createFitting(schemas, seedValue), resource);
  let calls = 0;
  return (fields = {}) => {
    if (!resource || !sampleRecord) return fields;
    const seed = `${resource.stateKey} sample ${++calls}`;
    const made = sampleRecord(seed);
    const whole = typeof made === "object" && made !== null ? { ...made } : {};
    const [id] = resource.id.property ?? [];
    if (id !== undefined) delete (whole as Record<string, unknown>)[id];
    return { ...whole, ...fields };
  };
}
