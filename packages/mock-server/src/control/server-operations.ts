import { type Answer, headerText, type RequestTarget, xmlText } from "@onespec/http-contract";
import {
  type ApiDescription,
  bundleDescription,
  type Example,
  type Operation,
  type Schema,
  sampleSchema,
  schemaShape,
} from "@onespec/spec-core";
import { explainOperations } from "../explain/explain-operations.js";
import { upstreamAddress } from "../modules/upstream-address.js";
import { consolePage } from "./console-operations.js";
import { CONTROL_PATH } from "./control-path.js";
import { operationOf, PLANE_HEADERS, PlaneFile, type PlaneOperation, type PlaneParts } from "./plane-operation.js";

/** Operations about the server and its description. */
export function serverOperations(
  { base, upstream }: PlaneParts,
  plane: ApiDescription,
): Readonly<Record<string, PlaneOperation>> {
  const description = onceEach(descriptionText);
  const explanation = onceEach(async (api) => JSON.stringify({ operations: explainOperations(api) }));
  return {
    async getIndex({ request }) {
      const page = await consoleIndex(request);
      if (page) return new PlaneFile(page);
      const { title, version } = base.backend.api;
      const paths = plane.operations.flatMap(({ method, path }) =>
        method === "get" && path !== "/" && path !== "/docs.html" && !path.includes("{") ? [path.slice(1)] : [],
      );
      const links = Object.fromEntries(paths.map((path) => [path.replace(/\.json$/, ""), `${CONTROL_PATH}/${path}`]));
      return { title, version, upstream: upstream && upstreamAddress(upstream), links };
    },
    getHealth: () => ({ status: "ok" }),
    getExplanation: () => explanation(base.backend.api),
    async sampleRequest({ values }) {
      const { api } = base.backend;
      const operation = operationOf(api, values.pathTexts.operationId ?? "");
      return requestSample(api, operation, (values.query as { seed?: string }).seed ?? "console");
    },
    getOpenApi: () => plane.document,
    getDescription: () => description(base.backend.api),
  };
}

/** Caches an answer for each description: making it takes almost a second for a large one. */
function onceEach(make: (api: ApiDescription) => Promise<string>): (api: ApiDescription) => Promise<PlaneFile> {
  const made = new WeakMap<ApiDescription, Promise<PlaneFile>>();
  return (api) => {
    const known = made.get(api);
    if (known) return known;
    const making = make(api).then((body) => new PlaneFile({ status: 200, headers: PLANE_HEADERS, body }));
    // A failure is not cached. A file may be missing only for a moment.
    making.catch(() => made.delete(api));
    made.set(api, making);
    return making;
  };
}

/**
 * Returns a description as one JSON document that includes the files it refers to. Remote files need no new permission:
 * they were allowed when the description was loaded.
 */
async function descriptionText({ document, files, source }: ApiDescription): Promise<string> {
  return JSON.stringify(files.length <= 1 ? document : await bundleDescription(source, { allowRefs: true }));
}

/**
 * The console, if the client asks for HTML. `undefined` for programs, which get JSON, and if the console was not built.
 */
async function consoleIndex({ path, headers }: RequestTarget): Promise<Answer | undefined> {
  if (!/\btext\/html\b/i.test(headerText(headers, "accept") ?? "")) return undefined;
  const page = await consolePage("index.html");
  if (!page || path.endsWith("/")) return page;
  // The page's links are relative to its folder, so a proxy can serve it at any path.
  const location = `${path.slice(path.lastIndexOf("/") + 1)}/`;
  return { status: 307, headers: { location, vary: "Accept", "cache-control": "no-store" }, body: undefined };
}

/**
 * A filled-in request of an operation. The values are examples from the description, or else generated ones. The JSON
 * omits properties that are `undefined`.
 */
async function requestSample(api: ApiDescription, operation: Operation, seed: string): Promise<object> {
  const { schemas } = api;
  const sample = (schema: Schema, name: string): unknown => {
    const made = sampleSchema(schemas, schema, {
      seed: `${seed} ${operation.id} ${name}`,
      view: "request",
      optional: true,
    });
    return made.ok ? made.value : undefined;
  };
  const content = operation.requestBody?.content ?? [];
  const media = content.find(({ type }) => /[/+]json$/.test(type)) ?? content[0];
  const made = media && (media.examples[0]?.value ?? (media.schema && sample(media.schema, "body")));
  const isXml = media?.schema !== undefined && /[/+]xml$/.test(media.type) && typeof made === "object";
  const body = isXml ? await xmlText(schemas, media.schema.json, made) : made;
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    summary: operation.summary,
    parameters: operation.parameters.map((parameter) => {
      const { name, in: place, required, description, schema, examples, style, explode } = parameter;
      const { types, values, isFreeText } = schemaShape(schemas, schema.json);
      const given = examples[0]?.value;
      return {
        name,
        in: place,
        required,
        style,
        explode,
        types: [...types],
        description,
        values: isFreeText ? undefined : someOf(values.slice(0, 200)),
        examples: someOf(examples.map(exampleJson)),
        sample: required ? (given ?? sample(schema, name)) : given,
      };
    }),
    body: media && {
      required: operation.requestBody?.required ?? false,
      type: media.type,
      types: content.map(({ type }) => type),
      sample: body,
      examples: someOf(media.examples.map(exampleJson)),
    },
    security: operation.security.map((requirement) =>
      requirement.map(({ scheme }) => ({ name: scheme, ...api.securitySchemes.get(scheme) })),
    ),
    statuses: operation.responses.map(({ status, description }) => ({ status, description })),
  };
}

/** The list, or `undefined` if it is empty, so that the JSON omits it. */
function someOf<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

function exampleJson({ name, summary, value }: Example, index: number): object {
  return { name: name || `Example ${index + 1}`, summary, value };
}
