import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isObject } from "@onespec/spec-core";
import type { DatabaseConfig } from "../database/database-config.js";
import type { Entity, ModelFactory } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { type AppFile, listAppFiles } from "../files/app-files.js";
import { importAppFile } from "../files/import-app-file.js";
import { invalidModels, type ModelProblem, modelProblems } from "../model/check-model.js";
import type { ModelDefinition } from "../model/define-model.js";
import { entitiesFromModels } from "../model/entities-from-models.js";
import type { FactoryFile } from "./models-from-factories.js";

/**
 * The models in `api/models`, sorted by file name. A file exports the result of `defineModel`, or a function of
 * `sequelize` and `DataTypes` as in sequelize-cli. sequelize-cli's `index.js`, which loads the other files, is skipped.
 * Files that other model files import need not be models.
 * @throws FrameworkError APP_FILE_BROKEN, MODEL_INVALID
 */
export async function loadModels(appFolder: string, database: ModelSettings): Promise<readonly ModelDefinition[]> {
  return (await readModels(appFolder, database)).map(({ model }) => model);
}

type ModelSettings = Pick<DatabaseConfig, "dialect" | "define">;

/**
 * The models of `api/models` as entities, sorted by name.
 *
 * @throws FrameworkError APP_FILE_BROKEN, MODEL_INVALID with the file
 */
export async function loadEntities(appFolder: string, database: ModelSettings): Promise<readonly Entity[]> {
  const models = await readModels(appFolder, database);
  return entitiesFromModels(
    models.map(({ model }) => model),
    (name) => models.find(({ model }) => model.name === name)?.path,
  );
}

interface LoadedModel {
  readonly path: string;
  readonly model: ModelDefinition;
}

async function readModels(appFolder: string, database: ModelSettings): Promise<readonly LoadedModel[]> {
  const files = listAppFiles(appFolder, "api/models").filter(({ name }) => name !== "index");
  const defined: LoadedModel[] = [];
  const factories: FactoryFile[] = [];
  const problems: ModelProblem[] = [];
  const loaded = await Promise.all(
    files.map(async ({ path }) => ({ path, value: exported(await importAppFile(appFolder, path)) })),
  );
  const imported = importedFiles(appFolder, files);
  for (const { path, value } of loaded) {
    if (imported.has(path) && !isModel(value) && !isOwnInit(value) && !makesModel(value)) continue;
    if (isFactory(value)) factories.push({ path, factory: value });
    else if (isOwnInit(value)) factories.push({ path, factory: (...given) => value.init(...given) ?? value });
    else if (isModel(value)) {
      problems.push(
        ...modelProblems(value).map(({ message, ...rest }) => ({ message: `${path}: ${message}`, ...rest })),
      );
      defined.push({ path, model: value });
    } else {
      throw noModel(path, value);
    }
  }
  if (problems.length > 0) throw invalidModels(problems);
  if (factories.length > 0) {
    const { modelsFromFactories } = await import("./models-from-factories.js");
    const others = defined.map(({ model }) => model);
    defined.push(...(await modelsFromFactories(factories, others, database, appFolder)));
  }
  const paths = new Map<string, string>();
  for (const { path, model } of defined) {
    const other = paths.get(model.name);
    if (other !== undefined) {
      throw new FrameworkError("MODEL_INVALID", `${path} defines the model ${model.name}, and so does ${other}.`, {
        hint: "Give one of them another name.",
      });
    }
    paths.set(model.name, path);
  }
  return defined;
}

/** The files that other model files import. They may be helpers or hooks instead of models. */
function importedFiles(appFolder: string, files: readonly AppFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { path } of files) {
    const text = readFileSync(join(appFolder, path), "utf8");
    for (const [, to = ""] of text.matchAll(/\b(?:from|import|require)\b[\s(]*["'](\.[^"']*)["']/g)) {
      names.add(posix.join(posix.dirname(path), to).replace(/\.[cm]?[jt]s$/, ""));
    }
  }
  const isImported = ({ path }: AppFile): boolean =>
    [/\.[^.]*$/, /\/index\.[^.]*$/].some((end) => names.has(path.replace(end, "")));
  return new Set(files.filter(isImported).map(({ path }) => path));
}

/** Sequelize has no other ways to make one. */
function makesModel(value: unknown): boolean {
  return typeof value === "function" && /\.\s*(?:define|init)\b/.test(String(value));
}

function noModel(path: string, value: unknown): FrameworkError {
  if (typeof value === "function" && "rawAttributes" in value) {
    return new FrameworkError("MODEL_INVALID", `${path} exports a model of a Sequelize instance of its own.`, {
      hint: `Export a function that defines it on the application's: export default (sequelize, DataTypes) => sequelize.define("${value.name}", { ... })`,
    });
  }
  return new FrameworkError("MODEL_INVALID", `${path} exports no model.`, {
    hint: 'Write: export default defineModel("Name", { ... }); it comes from "@onespec/framework-cli". A file that holds no model belongs elsewhere, such as api/services or lib.',
  });
}

/** TypeScript compiled to CommonJS has its default export inside the module's. */
function exported({ default: value }: Record<string, unknown>): unknown {
  return isObject(value) && "default" in value && value.__esModule === true ? value.default : value;
}

/** A class is also a function, but one that already has its Sequelize. */
function isFactory(value: unknown): value is ModelFactory {
  return typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
}

/**
 * True for a class that still needs its Sequelize: `static init(sequelize) { return super.init({ ... }, { sequelize });
 * }`.
 */
function isOwnInit(value: unknown): value is { init: ModelFactory } {
  return typeof value === "function" && Object.hasOwn(value, "init") && !Object.hasOwn(value, "rawAttributes");
}

function isModel(value: unknown): value is ModelDefinition {
  if (!isObject(value)) return false;
  const { name, attributes, options } = value;
  return typeof name === "string" && isObject(attributes) && isObject(options);
}
