import { emitModelTypes } from "../emit/emit-model.js";
import { emitResourceTypes } from "../emit/emit-resource-types.js";
import type { GeneratedFile } from "../emit/emit-sdk.js";
import type { SdkPlan } from "../plan/sdk-plan.js";
import { apiSurface } from "../surface/api-surface.js";
import { sectionText } from "../write/manifest.js";

/** The types of a client, as compilers read them and as they are compared from version to version: both come of the same work. */
export interface Declarations {
  readonly files: readonly GeneratedFile[];
  /** The API surface, as the manifest holds it. */
  readonly surface: string;
}

/** `models/*.d.ts`, `resources/*.d.ts`, and the surface that they make. */
export function emitDeclarations(plan: SdkPlan): Declarations {
  const files = [
    ...plan.models.map((model) => ({ path: `models/${model.name}.d.ts`, content: emitModelTypes(model, plan) })),
    ...plan.groups.map((group) => ({
      path: `resources/${group.className}.d.ts`,
      content: emitResourceTypes(group, plan),
    })),
  ];
  return { files, surface: sectionText(apiSurface(plan)) };
}
