import type { ApiDescription } from "@onespec/spec-core";
import type { GivenSeeds, SeedBook } from "../../config/given-seeds.js";
import type { InlineSeeds, MockOptions } from "../../config/mock-options.js";
import { SeedsError } from "../../errors/options-error.js";
import { calledFiles, type FillSeeds } from "./called-files.js";
import { planSeeds } from "./plan-seeds.js";
import { readSeedFolder, unlinedFile } from "./read-seed-folder.js";

/**
 * Reads seeds and checks them against the description.
 * @param source a folder of files, or the records themselves
 * @param options.seedValue seed of the values that functions in such files generate
 * @param options.seed number of records that each resource is filled up to
 * @param fill makes the generated records that functions ask for
 * @throws SeedsError with every mistake; OptionsError `SEEDS_UNREADABLE`, `TYPESCRIPT_UNSUPPORTED`
 */
export async function openSeedBook(
  source: string | InlineSeeds,
  api: ApiDescription,
  { seedValue, seed }: Pick<MockOptions, "seedValue" | "seed">,
  fill: FillSeeds,
): Promise<SeedBook> {
  const read = async (described: ApiDescription, version: number | undefined): Promise<GivenSeeds> => {
    const files =
      typeof source === "string"
        ? await readSeedFolder(source, version)
        : Object.entries(source).map(([name, value]) => unlinedFile(name, `seeds.${name}`, value));
    const called = await calledFiles(files, described, { seedValue, seed, fill });
    const { seeds, problems } = planSeeds(described, called, seed);
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
