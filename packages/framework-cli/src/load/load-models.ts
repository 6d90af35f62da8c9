import { isObject } from "../entity/is-object.js";
import { FrameworkError } from "../errors/framework-error.js";
import { listAppFiles } from "../files/app-files.js";
import { importAppFile } from "../files/import-app-file.js";
import type { ModelDefinition } from "../model/define-model.js";

/**
 * The models of `api/models`, sorted by file name.
 *
 * @throws FrameworkError APP_FILE_BROKEN, MODEL_INVALID
 */
export async function loadModels(appFolder: string): Promise<readonly ModelDefinition[]> {
  const files = listAppFiles(appFolder, "api/models");
  const models = await Promise.all(
    files.map(async ({ path }) => {
      const { default: model } = await importAppFile(appFolder, path);
      if (isModel(model)) return { path, model };
      throw new FrameworkError("MODEL_INVALID", `${path} exports no model.`, {
        hint: 'Write: export default defineModel("Name", { ... }); it comes from "@onespec/framework-cli".',
      });
    }),
  );
  const paths = new Map<string, string>();
  for (const { path, model } of models) {
    const other = paths.get(model.name);
    if (other !== undefined) {
      throw new FrameworkError("MODEL_INVALID", `${path} defines the model ${model.name}, and so does ${other}.`, {
        hint: "Give one of them another name.",
      });
    }
    paths.set(model.name, path);
  }
  return models.map(({ model }) => model);
}

function isModel(value: unknown): value is ModelDefinition {
  if (!isObject(value)) return false;
  const { name, attributes, options } = value;
  return typeof name === "string" && isObject(attributes) && isObject(options);
}
