import { type Answer, headerText, type RequestTarget } from "@onespec/http-contract";
import { type ApiDescription, bundleDescription } from "@onespec/spec-core";
import { consolePage } from "./console-operations.js";
import { CONTROL_PATH } from "./control-path.js";
import { nothingThere, PLANE_HEADERS, PlaneFile, type PlaneOperation, type PlaneParts } from "./plane-operation.js";
import { withoutCredentials } from "./violation-operations.js";

/** Operations about the server and its description. */
export function serverOperations(
  { base, upstream }: PlaneParts,
  plane: ApiDescription,
): Readonly<Record<string, PlaneOperation>> {
  const description = onceEach(descriptionText);
  const explanation = onceEach(async ({ operations }) => {
    const { explainOperations } = await import("../explain/explain-operations.js");
    return JSON.stringify({ operations: await explainOperations(operations) });
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
      return { title, version, ...(upstream !== undefined && { upstream: withoutCredentials(upstream) }), links };
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

/** Caches an answer that is made of a description: a large one takes most of a second. */
function onceEach(make: (api: ApiDescription) => Promise<string>): (api: ApiDescription) => Promise<PlaneFile> {
  const made = new WeakMap<ApiDescription, Promise<PlaneFile>>();
  return (api) => {
    const known = made.get(api);
    if (known) return known;
    const making = make(api).then((body) => new PlaneFile({ status: 200, headers: PLANE_HEADERS, body }));
    // A failure, such as a file that is missing for a moment, is not cached.
    making.catch(() => made.delete(api));
    made.set(api, making);
    return making;
  };
}

/**
 * Returns a description as one JSON document, references to other files included: those files were allowed when it was loaded.
 */
async function descriptionText({ document, files, source }: ApiDescription): Promise<string> {
  return JSON.stringify(files.length <= 1 ? document : await bundleDescription(source, { allowRefs: true }));
}

/** The console, for those who ask for a page; `undefined` for programs, which get JSON, and where it was not built. */
async function consoleIndex({ path, headers }: RequestTarget): Promise<Answer | undefined> {
  if (!/\btext\/html\b/i.test(headerText(headers, "accept") ?? "")) return undefined;
  const page = await consolePage("index.html");
  if (!page || path.endsWith("/")) return page;
  // The page's links are relative to its folder, so that a proxy may serve it below a path of its own.
  const location = `${path.slice(path.lastIndexOf("/") + 1)}/`;
  return { status: 307, headers: { location, vary: "Accept", "cache-control": "no-store" }, body: undefined };
}
