import type { Manifest } from "../change/manifest.js";
import { type FilePlan, mergeFiles } from "../change/merge-files.js";
import { changeTo, type PresentFiles } from "../change/plan-changes.js";
import { readPresent } from "../change/read-present.js";
import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { parseActionName } from "./action-name.js";
import type { GeneratorApp } from "./generator-app.js";
import { parseModelName } from "./model-name.js";
import { planController } from "./plan-controller.js";
import { resourceFiles } from "./plan-resource.js";
import { sampleRecord } from "./sample-record.js";

/** The models when files were last generated from them. Separates changes of models from edits by hand. */
const MODELS_PATH = ".framework/models.json";

export interface SchemaSync extends FilePlan {
  /** Models without a sample record. Their tests only query an empty database. */
  readonly untested: readonly string[];
  /** The texts that are there now. */
  readonly present: PresentFiles;
  /** Generated files that do not follow their model, with it. */
  readonly behind: readonly { readonly path: string; readonly model: string }[];
}

/**
 * Brings files that were generated from models (schemas, list options, tests) along with the models. Edits by hand are merged.
 *
 * @param manifest the app's, or as a generator leaves it
 * @param fresh paths that the generator is about to write
 * @throws FrameworkError APP_FILE_BROKEN
 */
export function planSchemaSync(
  app: GeneratorApp,
  entities: readonly Entity[],
  manifest: Manifest,
  { force = false, fresh = [] }: { readonly force?: boolean; readonly fresh?: readonly string[] } = {},
): SchemaSync {
  const { folder } = app;
  const generated = filesOf(manifest, entities, app);
  const paths = [...generated.keys()];
  const present = readPresent(folder, [MODELS_PATH, ...paths.flatMap((path) => [path, `${path}.new`])], app.manifest);
  const base = filesOf(manifest, parseModels(present.get(MODELS_PATH)), app);
  for (const path of fresh) generated.delete(path);
  const plan = mergeFiles({ generated, base, present, manifest, force });
  // One line for each model, so that branches can be merged.
  const lines = entities.map(({ source: _, ...entity }) => `  ${JSON.stringify(entity)}`);
  const content = `[\n${lines.join(",\n")}\n]\n`;
  const recorded = paths.length === 0 ? [] : changeTo(MODELS_PATH, content, present);
  const behind = plan.changes.flatMap((change) => {
    const path = change.path.replace(/\.new$/, "");
    const model = manifest.files[path]?.model;
    return model === undefined ? [] : [{ path, model }];
  });
  const rewritten = new Set(behind.filter(({ path }) => path.startsWith("tests/")).map(({ model }) => model));
  const untested = entities
    .filter((entity) => rewritten.has(entity.name) && sampleRecord(entity, entities) === undefined)
    .map(({ name }) => name);
  return { ...plan, changes: [...plan.changes, ...recorded], present, behind, untested };
}

/** The files in the manifest that repeat fields of these models, generated from the current models. */
function filesOf({ files }: Manifest, entities: readonly Entity[], app: GeneratorApp): Map<string, string> {
  const found = new Map<string, string>();
  const sources = new Map(Object.values(files).map(({ origin, model }) => [`${origin} ${model}`, { origin, model }]));
  for (const { origin, model } of sources.values()) {
    const entity = entities.find(({ name }) => name === model);
    if (model === undefined || entity === undefined) continue;
    const [, action] = /^controller (.*)$/.exec(origin) ?? [];
    const all =
      action === undefined
        ? resourceFiles({ ...parseModelName(model), model }, entity, entities, app)
        : planController({ ...app, name: parseActionName(action), entities }).files;
    for (const { path, content } of all) {
      if (files[path]?.origin === origin && files[path].model === model) found.set(path, content);
    }
  }
  return found;
}

function parseModels(text: string | undefined): readonly Entity[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    throw new SyntaxError("it is no list");
  } catch (cause) {
    throw new FrameworkError("APP_FILE_BROKEN", `${MODELS_PATH} is not a file that the generators wrote.`, {
      hint: "Restore it from version control. Without it, edited files cannot be merged with changes of their models.",
      cause,
    });
  }
}
