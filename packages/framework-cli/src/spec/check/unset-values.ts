import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { objectProperties } from "@onespec/spec-core";
import type { FileChange } from "../../change/plan-changes.js";
import type { Entity } from "../../entity/entity.js";
import type { App } from "../../load/app.js";
import { toldValue } from "../../services/complete-record.js";
import { contractOf, namedSchemas } from "../../services/contract-schemas.js";
import { emitContract } from "../emit/emit-contract.js";
import type { ContractPlan, UnkeptPromise } from "../plan/contract-plan.js";

/** A property that answers require, that clients cannot send, and that nothing sets. */
export interface UnsetValue {
  readonly model: string;
  readonly property: string;
  /** The file of the service: `api/services/issues.js`. */
  readonly file: string;
}

const CODE_FOLDERS = ["api/controllers", "api/models", "api/policies", "api/services"];

/**
 * Compares the code of an application with the code that the import writes: a property that is named no more often than there counts as
 * set by nobody.
 */
export async function findUnsetValues(plan: ContractPlan, app: App): Promise<readonly UnsetValue[]> {
  const { schemas } = await contractOf(app);
  const written = textsBelow(app.folder);
  const generated = codeOf(emitContract(plan, "javascript"));
  return plan.services.flatMap(({ name, options }): UnsetValue[] => {
    const { shapes = [], readOnly = [] } = options;
    const file = app.services.get(name)?.file;
    const entity = app.entities.find((one) => one.name === options.model);
    if (file === undefined || entity === undefined) return [];
    const stamps = Object.values(entity.timestamps);
    const isFilled = (property: string): boolean => {
      const field = entity.fields.find((one) => one.name === property);
      const isKey =
        [options.id, ...(options.parents ?? [])].some((one) => one.field === property) || field?.primaryKey === true;
      return isKey || field?.default !== undefined || stamps.includes(property);
    };
    const required = namedSchemas(schemas, shapes).flatMap(({ json }) => [...objectProperties(schemas, json).values()]);
    const unset = required.filter(
      (property) =>
        property.required &&
        readOnly.includes(property.name) &&
        !isFilled(property.name) &&
        toldValue(schemas, property.schema) === undefined &&
        countWord(written, property.name) <= countWord(generated, property.name),
    );
    return [...new Set(unset.map((property) => property.name))].map((property) => ({
      model: entity.name,
      property,
      file,
    }));
  });
}

/** The secret texts, as `User.password`, that the code of an application never names more often than the import does: they are stored as they are sent. */
export function findPlainSecrets(
  { secrets }: ContractPlan,
  generated: ReadonlyMap<string, string>,
  folder: string,
): readonly string[] {
  if (secrets.length === 0) return [];
  const [written, own] = [textsBelow(folder), codeOf(generated)];
  return secrets
    .filter(({ field }) => countWord(written, field) <= countWord(own, field))
    .map(({ model, field }) => `${model}.${field}`);
}

/** The promises of the description that the application does not keep either: its code names no more of them, and its models have nothing unique. */
export function findUnkept(
  { unkept }: ContractPlan,
  generated: ReadonlyMap<string, string>,
  entities: readonly Entity[],
  folder: string,
): readonly UnkeptPromise[] {
  if (unkept.length === 0) return [];
  const [written, own] = [textsBelow(folder), codeOf(generated)].map((texts) =>
    texts.map((text) => text.toLowerCase()),
  );
  return unkept.filter((promise) => {
    if (promise.kind === "parameter") {
      const word = promise.name.toLowerCase();
      return countWord(written ?? [], word) <= countWord(own ?? [], word);
    }
    const entity = entities.find(({ name }) => name === promise.model);
    return !entity || ![...entity.fields, ...entity.indexes].some(({ unique }) => unique);
  });
}

/** A place of the application's code that names a property which the description had before. */
export interface StaleName {
  /** `Vehicle.pricePerDay` */
  readonly property: string;
  /** `api/services/rentals.js:30` */
  readonly places: readonly string[];
}

/** The properties that models lose with an import, and the lines of code that still name them. */
export function findStaleNames(
  before: readonly Entity[],
  after: readonly Entity[],
  changes: readonly FileChange[],
  folder: string,
): readonly StaleName[] {
  const present = new Set(after.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const lost = before.flatMap(({ name: model, fields }) =>
    fields.filter(({ name }) => !present.has(name)).map(({ name }) => ({ model, name })),
  );
  if (lost.length === 0) return [];
  const files = new Map(filesBelow(folder));
  for (const change of changes) {
    if (change.kind === "delete") files.delete(change.path);
    else if (files.has(change.path)) files.set(change.path, change.content);
  }
  return lost.flatMap(({ model, name }): StaleName[] => {
    const word = wordPattern(name);
    const places = [...files].flatMap(([path, text]) =>
      text
        .split("\n")
        .flatMap((line, at) => (line.search(word) >= 0 && !line.includes("renamedFrom") ? [`${path}:${at + 1}`] : [])),
    );
    return places.length === 0 ? [] : [{ property: `${model}.${name}`, places }];
  });
}

function codeOf(generated: ReadonlyMap<string, string>): readonly string[] {
  return [...generated].flatMap(([path, text]) =>
    CODE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) ? [text] : [],
  );
}

function textsBelow(folder: string): readonly string[] {
  return filesBelow(folder).map(([, text]) => text);
}

/** The application's code by its path. */
function filesBelow(folder: string): readonly (readonly [string, string])[] {
  return CODE_FOLDERS.flatMap((name) => {
    try {
      return readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
    } catch {
      // An application need not have every folder.
      return [];
    }
  }).flatMap((entry): [string, string][] => {
    const path = join(entry.parentPath, entry.name);
    const isCode = entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name);
    return isCode ? [[relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]] : [];
  });
}

function countWord(texts: readonly string[], word: string): number {
  const pattern = wordPattern(word);
  return texts.reduce((count, text) => count + (text.match(pattern)?.length ?? 0), 0);
}

function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_$])`, "gu");
}
