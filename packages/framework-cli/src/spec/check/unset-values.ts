import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { objectProperties } from "@onespec/spec-core";
import type { App } from "../../load/app.js";
import { toldValue } from "../../services/complete-record.js";
import { contractOf, namedSchemas } from "../../services/contract-schemas.js";
import { emitContract } from "../emit/emit-contract.js";
import type { ContractPlan } from "../plan/contract-plan.js";

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
      const isKey = property === options.id.field || field?.primaryKey === true;
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

function codeOf(generated: ReadonlyMap<string, string>): readonly string[] {
  return [...generated].flatMap(([path, text]) =>
    CODE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) ? [text] : [],
  );
}

function textsBelow(folder: string): readonly string[] {
  return CODE_FOLDERS.flatMap((name) => {
    try {
      return readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
    } catch {
      // An application need not have every folder.
      return [];
    }
  }).flatMap((entry) =>
    entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name)
      ? [readFileSync(join(entry.parentPath, entry.name), "utf8")]
      : [],
  );
}

function countWord(texts: readonly string[], word: string): number {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_$])`,
    "gu",
  );
  return texts.reduce((count, text) => count + (text.match(pattern)?.length ?? 0), 0);
}
