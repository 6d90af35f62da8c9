import { emitModelTypes } from "../emit/emit-model.js";
import { emitResourceTypes } from "../emit/emit-resource-types.js";
import { emitPages, type GeneratedFile } from "../emit/emit-sdk.js";
import { byFile } from "../emit/import-models.js";
import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { byModule } from "../plan/shared-modules.js";
import { apiSurface } from "../surface/api-surface.js";
import { membersText } from "../write/manifest.js";

/** The types of a client, as compilers read them and as they are compared from version to version: both come of the same work. */
export interface Declarations {
  /** With the pages that are emitted beside them. */
  readonly files: readonly GeneratedFile[];
  /** The API surface, as the manifest holds it. */
  readonly surface: string;
}

/** `models/*.d.ts`, `resources/*.d.ts`, the surface that they make, and the pages that stand in for their part of the work. */
export function emitDeclarations(plan: SdkPlan): Declarations {
  const files = [
    ...[...byFile(plan.models)].map(([name, models]) => ({
      path: `models/${name}.d.ts`,
      content: emitModelTypes(models, plan).toWellFormed(),
    })),
    ...[...byModule(plan.groups)].map(([name, groups]) => ({
      path: `resources/${name}.d.ts`,
      content: emitResourceTypes(groups, plan).toWellFormed(),
    })),
  ];
  return { files: [...files, ...emitPages(plan, pagesOf(plan).beside)], surface: membersText(apiSurface(plan)) };
}

/**
 * Which resources' pages are emitted with the declarations and which with what runs, so that two threads are done at about the same
 * time: a page takes as long as its methods are many.
 */
export function pagesOf({ groups }: SdkPlan): {
  readonly beside: readonly GroupPlan[];
  readonly here: readonly GroupPlan[];
} {
  const pages = [...byModule(groups).values()];
  const all = methodsOf(groups);
  let count = 0;
  const at = pages.findIndex((page) => {
    count += methodsOf(page);
    return count > all * PART_BESIDE;
  });
  return { beside: pages.slice(0, at).flat(), here: pages.slice(at).flat() };
}

function methodsOf(groups: readonly GroupPlan[]): number {
  return groups.reduce((count, { methods }) => count + methods.length, 0);
}

/** Measured on descriptions of 5 to 12 MB. */
const PART_BESIDE = 0.5;
