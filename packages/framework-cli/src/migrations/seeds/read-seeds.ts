import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../database/database.js";
import type { Row } from "../../database/repository.js";
import type { ScopedSequelize } from "../../database/sql/sequelize/scoped-sequelize.js";
import type { Entity } from "../../entity/entity.js";
import { MigrationError } from "../../errors/migration-error.js";
import { importAppFile } from "../../files/import-app-file.js";
import { checksumOf } from "../migration-files.js";

/** A file of `seeds/`. */
export interface Seed {
  /** `01-books`. */
  readonly name: string;
  readonly path: string;
  /** Hash of its text with normalized line ends. */
  readonly checksum: string;
  readonly content: SeedContent;
}

export type SeedContent =
  | { readonly kind: "records"; readonly records: readonly SeedRecords[] }
  | { readonly kind: "function"; readonly run: SeedFunction };

export type SeedFunction = (
  context: Pick<Database, "repository" | "models" | "sequelize"> & { readonly database: Database },
) => unknown;

export interface SeedRecords {
  readonly entity: Entity;
  readonly rows: readonly Row[];
}

const EXTENSION = /(?<!\.d)\.(js|mjs|cjs|ts|mts|cts|json)$/;

/**
 * The seeds, by name. A file exports records of the model that it is named after, an object with records of several
 * models, a function, or `up` as in sequelize-cli.
 * @throws MigrationError SEED_FAILED for a file with none of these; FrameworkError APP_FILE_BROKEN
 */
export async function readSeeds(appFolder: string, entities: readonly Entity[]): Promise<Seed[]> {
  const folder = join(appFolder, "seeds");
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => EXTENSION.test(name) && name !== "package.json")
        .sort()
    : [];
  const seeds: Seed[] = [];
  for (const file of names) {
    const path = `seeds/${file}`;
    const name = file.replace(EXTENSION, "");
    const text = readFileSync(join(folder, file), "utf8");
    const checksum = checksumOf(text);
    const exported = file.endsWith(".json") ? parseJson(text, path) : seedOf(await importAppFile(appFolder, path));
    seeds.push({ name, path, checksum, content: contentOf(exported, name, path, entities) });
  }
  return seeds;
}

/**
 * The default export. `up(queryInterface, Sequelize)` of sequelize-cli is in an exported object, or is a named export.
 */
function seedOf(module: Record<string, unknown>): unknown {
  const { up } = (module.default ?? module) as { readonly up?: unknown };
  if (typeof up !== "function") return module.default;
  return ({ database: { sequelize } }: { readonly database: Database }) =>
    (sequelize as ScopedSequelize).runLoosely(() => up(sequelize.getQueryInterface(), sequelize.constructor));
}

function contentOf(exported: unknown, name: string, path: string, entities: readonly Entity[]): SeedContent {
  if (typeof exported === "function") return { kind: "function", run: exported as SeedFunction };
  if (Array.isArray(exported)) {
    const model = name.replace(/^\d+[-_]/, "");
    return { kind: "records", records: [{ entity: entityOf(model, path, entities), rows: rowsOf(exported, path) }] };
  }
  if (typeof exported === "object" && exported !== null) {
    const records = Object.entries(exported).map(([model, rows]) => ({
      entity: entityOf(model, path, entities),
      rows: rowsOf(rows, path),
    }));
    return { kind: "records", records };
  }
  throw new MigrationError("SEED_FAILED", `${path} exports neither records nor a function.`, {
    hint: 'Write: export default { Book: [{ id: 1, title: "Emma" }] }',
  });
}

function entityOf(name: string, path: string, entities: readonly Entity[]): Entity {
  const wanted = name.toLowerCase();
  // The table of a model may have the name of another model.
  const entity =
    entities.find((each) => each.name === name) ??
    entities.find((each) => each.name.toLowerCase() === wanted) ??
    entities.find((each) => each.table.toLowerCase() === wanted);
  if (entity !== undefined) return entity;
  throw new MigrationError("SEED_FAILED", `${path}: there is no model ${name}.`, {
    hint: `The models are ${entities.map((each) => each.name).join(", ") || "none yet"}.`,
  });
}

function rowsOf(value: unknown, path: string): readonly Row[] {
  if (Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null)) return value;
  throw new MigrationError("SEED_FAILED", `${path} does not hold lists of records.`, {
    hint: 'Write: export default { Book: [{ id: 1, title: "Emma" }] }',
  });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MigrationError("SEED_FAILED", `${path} is not JSON.`, { hint: "Correct the file.", cause });
  }
}
