import { meantHint } from "@onespec/spec-core/errors";
import type { WantedFile } from "../change/plan-changes.js";
import { emitResourceService, emitService } from "../emit/emit-service.js";
import { sourceExtension } from "../emit/source-language.js";
import { FrameworkError } from "../errors/framework-error.js";
import { checkFileName, identifier } from "./action-name.js";
import type { GeneratorApp } from "./generator-app.js";
import { parseModelName } from "./model-name.js";

/** @throws FrameworkError NAME_INVALID */
export function planService(
  text: string,
  model: string | undefined,
  app: Pick<GeneratorApp, "services" | "language">,
  models: readonly string[],
): { readonly service: string; readonly file: WantedFile } {
  checkFileName(text, text);
  const service = identifier(text);
  const path = `api/services/${text}${sourceExtension(app.language)}`;
  const clash = app.services.find((other) => other !== text && identifier(other.replaceAll("/", "-")) === service);
  if (clash !== undefined) {
    throw new FrameworkError("NAME_INVALID", `api/services/${clash} is already called services.${service}.`, {
      hint: "Nothing was written. Choose another name.",
    });
  }
  if (model === undefined) return { service, file: { path, content: emitService(service, app.language) } };
  const name = models.includes(model) ? model : parseModelName(model).model;
  if (!models.includes(name)) {
    throw new FrameworkError("NAME_INVALID", `There is no model ${name}.`, {
      hint: meantHint(name, models, `Make it first: framework models:generate ${name}`),
    });
  }
  return { service, file: { path, content: emitResourceService(name, app.language) } };
}
