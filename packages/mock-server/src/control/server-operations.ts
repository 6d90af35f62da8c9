import { type ApiDescription, bundleDescription } from "@onespec/spec-core";
import { consoleIndex } from "./console-index.js";
import { CONTROL_PATH } from "./control-path.js";
import { nothingThere } from "./nothing-there.js";
import { PlaneFile, type PlaneOperation, type PlaneParts } from "./plane-operation.js";

/** What the server is and serves. */
export function serverOperations(
  { base }: PlaneParts,
  plane: ApiDescription,
): Readonly<Record<string, PlaneOperation>> {
  return {
    async getIndex({ request }) {
      const page = await consoleIndex(request);
      if (page) return new PlaneFile(page);
      const { title, version } = base.backend.api;
      const paths = plane.operations.flatMap(({ method, path }) =>
        method === "get" && path !== "/" && path !== "/docs.html" && !path.includes("{") ? [path.slice(1)] : [],
      );
      const links = Object.fromEntries(paths.map((path) => [path.replace(/\.json$/, ""), `${CONTROL_PATH}/${path}`]));
      return { title, version, links };
    },
    getHealth: () => ({ status: "ok" }),
    async getExplanation() {
      const { explainOperations } = await import("../explain/explain-operations.js");
      return { operations: explainOperations(base.backend.api.operations) };
    },
    async sampleRequest({ values }) {
      const { requestSample } = await import("./request-sample.js");
      const { api } = base.backend;
      const { operations } = api;
      const id = values.pathTexts.operationId ?? "";
      const operation = operations.find((candidate) => candidate.id === id);
      if (operation) return requestSample(api, operation, (values.query as { seed?: string }).seed ?? "console");
      throw nothingThere(
        `No operation is called ${JSON.stringify(id)}`,
        operations.map((candidate) => candidate.id),
      );
    },
    getOpenApi: () => plane.document,
    getDescription() {
      const { document, files, source } = base.backend.api;
      // What it names in other files is of use only within it. Those files were allowed when it was loaded.
      return files.length > 1 ? bundleDescription(source, { allowRefs: true }) : document;
    },
  };
}
