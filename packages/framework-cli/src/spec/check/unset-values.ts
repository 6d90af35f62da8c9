import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { objectProperties } from "@onespec/spec-core";
import type { FileChange } from "../../change/plan-changes.js";
import type { Entity } from "../../entity/entity.js";
import { hasDefault } from "../../entity/has-default.js";
import type { App } from "../../load/app.js";
import { toldValue } from "../../services/complete-record.js";
import { contractOf, namedSchemas } from "../../services/contract-schemas.js";
import { emitContract } from "../emit/emit-contract.js";
import type { ContractPlan, UnkeptPromise } from "../plan/contract-plan.js";

/** A property that answers require, that clients cannot send, and that the application does not set. */
export interface UnsetValue {
  readonly model: string;
  readonly property: string;
  /** The file of the service: `api/services/issues.js`. */
  readonly file: string;
}

/**
 * Compares the application's code with the code that the import generates. If a property is not mentioned more often
 * than in the generated code, nobody sets it.
 */
export async function findUnsetValues(plan: ContractPlan, app: App): Promise<readonly UnsetValue[]> {
  const { schemas } = await contractOf(app);
  const isAsGenerated = mentionsOf(app.folder, emitContract(plan, "javascript"));
  return plan.services.flatMap(({ name, options }): UnsetValue[] => {
    const { shapes = [], readOnly = [], parents = [] } = options;
    const file = app.services.get(name)?.file;
    const entity = app.entities.find((one) => one.name === options.model);
    if (file === undefined || entity === undefined) return [];
    const filled = new Set([
      ...Object.values(entity.timestamps),
      ...[options.id, ...parents].map(({ field }) => field),
      ...entity.fields.filter((field) => field.primaryKey || hasDefault(field)).map((field) => field.name),
    ]);
    const properties = namedSchemas(schemas, shapes).flatMap(({ json }) => [
      ...objectProperties(schemas, json).values(),
    ]);
    const unset = properties.filter(
      ({ name: property, required, schema }) =>
        required &&
        readOnly.includes(property) &&
        !filled.has(property) &&
        toldValue(schemas, schema) === undefined &&
        isAsGenerated(property),
    );
    const names = new Set(unset.map((property) => property.name));
    return [...names].map((property) => ({ model: entity.name, property, file }));
  });
}

/**
 * Secret texts, such as `User.password`, that the application does not mention more often than the generated code. They
 * are stored as they are sent.
 */
export function findPlainSecrets(
  { secrets }: ContractPlan,
  generated: ReadonlyMap<string, string>,
  folder: string,
): readonly string[] {
  const isAsGenerated = mentionsOf(folder, generated);
  return secrets.filter(({ field }) => isAsGenerated(field)).map(({ model, field }) => `${model}.${field}`);
}

/**
 * Promises of the description that the application does not keep either: its code does not mention them, and its models
 * have no unique fields.
 */
export function findUnkept(
  { unkept }: ContractPlan,
  generated: ReadonlyMap<string, string>,
  entities: readonly Entity[],
  folder: string,
): readonly UnkeptPromise[] {
  const isAsGenerated = mentionsOf(folder, generated, "i");
  return unkept.filter((promise) => {
    if (promise.kind !== "conflict") return isAsGenerated(promise.name);
    const entity = entities.find(({ name }) => name === promise.model);
    return !entity || ![...entity.fields, ...entity.indexes].some(({ unique }) => unique);
  });
}

/**
 * Returns a test whether the application mentions a word no more often than the generated code. @param flags of the
 * regular expression
 */
function mentionsOf(folder: string, generated: ReadonlyMap<string, string>, flags = ""): (word: string) => boolean {
  let texts: readonly [written: readonly string[], generated: readonly string[]] | undefined;
  return (word) => {
    texts ??= [
      filesBelow(folder).map(([, text]) => text),
      [...generated]
        .filter(([path]) => CODE_FOLDERS.some((name) => path.startsWith(`${name}/`)))
        .map(([, text]) => text),
    ];
    const pattern = wordPattern(word, flags);
    const [written, own] = texts.map((all) => all.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0));
    return (written ?? 0) <= (own ?? 0);
  };
}

/** A place in the application's code that mentions a property which the description no longer has. */
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

const CODE_FOLDERS = ["api/controllers", "api/models", "api/policies", "api/services"];

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

function wordPattern(word: string, flags = ""): RegExp {
  const literally = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${literally}(?![\\p{L}\\p{N}_$])`, `gu${flags}`);
}
