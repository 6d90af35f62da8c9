import { type ApiDescription, bundleDescription } from "@onespec/spec-core";
import { CONTROL_PATH } from "./control-path.js";
import type { PlaneOperation, PlaneParts } from "./plane-operation.js";

/** What the server is and serves. */
export function serverOperations(
  { base }: PlaneParts,
  plane: ApiDescription,
): Readonly<Record<string, PlaneOperation>> {
  return {
    getIndex() {
      const { title, version } = base.backend.api;
      const paths = plane.operations.flatMap(({ method, path }) =>
        method === "get" && path !== "/" && !path.includes("{") ? [path.slice(1)] : [],
      );
      const links = Object.fromEntries(paths.map((path) => [path.replace(/\.json$/, ""), `${CONTROL_PATH}/${path}`]));
      return { title, version, links };
    },
    getHealth: () => ({ status: "ok" }),
    async getExplanation() {
      const { explainOperations } = await import("../explain/explain-operations.js");
      return { operations: explainOperations(base.backend.api.operations) };
    },
    getOpenApi: () => plane.document,
    getDescription() {
      const { document, files, source } = base.backend.api;
      // What it names in other files is of use only within it. Those files were allowed when it was loaded.
      return files.length > 1 ? bundleDescription(source, { allowRemoteRefs: true }) : document;
    },
  };
}
