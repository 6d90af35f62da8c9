import type { ApiDescription } from "@onespec/spec-core";
import type { MockOptions } from "../../config/mock-options.js";
import { SeedsError } from "../../errors/seeds-error.js";
import type { JsonObject } from "../../store/record-store.js";
import type { GivenSeeds } from "../given-seeds.js";
import { planSeeds } from "./plan-seeds.js";
import { readSeedFolder } from "./read-seed-folder.js";
import { type InlineSeeds, type SeedFile, unlinedFile } from "./seed-file.js";
import { createSeedSampler } from "./seed-sampler.js";

/** Seeds that were read and checked, and can be read again. */
export interface SeedBook {
  /** The folder they are read from; `undefined`: a program or the config file has them. */
  readonly folder: string | undefined;
  readonly given: GivenSeeds;
  /** Another one each time they were read. */
  readonly version: number;
  /** Reads and checks them again. @throws OptionsError; then those before stay */
  reload(api: ApiDescription): Promise<void>;
}

/**
 * Reads seeds and holds them against the description.
 * @param source folder of files, or the records themselves
 * @param options.seedValue what functions in such files make up follows from it
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
    async reload(described) {
      version += 1;
      given = await read(described, version);
    },
  };
}

/** What functions make stands in their place. They come last, and see what the other files hold. */
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
