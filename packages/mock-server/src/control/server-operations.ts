import type { ApiDescription } from "@onespec/spec-core";
import { jsonTextInSlices } from "../response/json-text-in-slices.js";
import { consoleIndex } from "./console-index.js";
import { CONTROL_PATH } from "./control-path.js";
import { descriptionText } from "./description-text.js";
import { nothingThere } from "./nothing-there.js";
import { PlaneFile, type PlaneOperation, type PlaneParts } from "./plane-operation.js";
import { PLANE_HEADERS } from "./plane-problem.js";

/** What the server is and serves. */
export function serverOperations(
  { base }: PlaneParts,
  plane: ApiDescription,
): Readonly<Record<string, PlaneOperation>> {
  const description = onceEach(descriptionText);
  const explanation = onceEach(async ({ operations }) => {
    const { explainOperations } = await import("../explain/explain-operations.js");
    return jsonTextInSlices({ operations: await explainOperations(operations) });
  });
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
    getExplanation: () => explanation(base.backend.api),
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
    getDescription: () => description(base.backend.api),
  };
}

/** What is made of a description as an answer that is made once: a large one takes most of a second. */
function onceEach(make: (api: ApiDescription) => Promise<string>): (api: ApiDescription) => Promise<PlaneFile> {
  const made = new WeakMap<ApiDescription, Promise<PlaneFile>>();
  return (api) => {
    const known = made.get(api);
    if (known) return known;
    const making = make(api).then((body) => new PlaneFile({ status: 200, headers: PLANE_HEADERS, body }));
    // What failed, as when a file is away for a moment, is tried again.
    making.catch(() => made.delete(api));
    made.set(api, making);
    return making;
  };
}
