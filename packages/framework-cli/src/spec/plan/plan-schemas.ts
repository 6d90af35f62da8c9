import type { Header, MediaType, Operation, Parameter } from "@onespec/spec-core";
import type { ActionSchemas } from "./contract-plan.js";
import { pascal } from "./names.js";
import type { SchemaFiles } from "./schema-files.js";

const PLACES = {
  path: "path",
  query: "query",
  querystring: "querystring",
  header: "headers",
  cookie: "cookies",
} as const;

/** The inputs and outputs of an action from its operation. @param body.isKept true if the body is stored in records */
export function planSchemas(
  operation: Operation,
  files: SchemaFiles,
  body: { readonly isKept: boolean; readonly takesPatches: boolean },
): ActionSchemas {
  const stem = pascal(operation.id, "Operation");
  const inputs: Record<string, unknown> = {};
  for (const [place, key] of Object.entries(PLACES)) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    if (parameters.length === 0) continue;
    const described = parameters.map((parameter): [string, unknown] => {
      const wanted = `${stem}${pascal(parameter.name, "Parameter")}`;
      return [parameter.name, describeParameter(parameter, files, wanted)];
    });
    inputs[key] = Object.fromEntries(described);
  }
  const { requestBody } = operation;
  if (requestBody !== undefined) {
    inputs.body = {
      ...(requestBody.required && { required: true }),
      ...(requestBody.description && { description: requestBody.description }),
      ...contentOf(requestBody.content, files, `${stem}Body`),
      ...(body.isKept && { undeclared: "ignore" }),
      ...(body.takesPatches && { patches: true }),
    };
  }
  const outputs = Object.fromEntries(
    operation.responses.map(({ status, description, headers, content }) => [
      status,
      {
        ...(description && { description }),
        ...(headers.length > 0 && {
          headers: Object.fromEntries(headers.map((header) => [header.name, describeHeader(header, files, stem)])),
        }),
        ...contentOf(content, files, `${stem}${status}`),
      },
    ]),
  );
  return { inputs, outputs };
}

function describeHeader({ name, description, required, schema }: Header, files: SchemaFiles, stem: string): unknown {
  return {
    ...(description && { description }),
    ...(required && { required: true }),
    schema: files.inline(schema, `${stem}${pascal(name, "Header")}`),
  };
}

/** True for a `PATCH` that accepts JSON, and therefore also patches of JSON. */
export function takesPatches({ method, requestBody }: Operation): boolean {
  const types = requestBody?.content.map(({ type }) => type) ?? [];
  return method === "patch" && types.some((type) => /[/+]json\b|^\*\/\*|^application\/\*/.test(type));
}

function describeParameter(parameter: Parameter, files: SchemaFiles, wanted: string): Record<string, unknown> {
  const { required, description, deprecated, style, explode, allowReserved, allowEmptyValue, content } = parameter;
  const usualStyle = parameter.in === "path" || parameter.in === "header" ? "simple" : "form";
  const schema = files.inline(parameter.schema, wanted);
  const said = {
    ...(required && parameter.in !== "path" && { required }),
    ...(description && { description }),
    ...(deprecated && { deprecated }),
  };
  if (content !== undefined) return { content: { [content.type]: { schema } }, ...said };
  return {
    schema,
    ...said,
    ...(style !== usualStyle && { style }),
    ...(explode !== (style === "form") && { explode }),
    ...(allowReserved !== undefined && { allowReserved }),
    ...(allowEmptyValue !== undefined && { allowEmptyValue }),
  };
}

/** The media types of the parts of a form, as far as the description names them. */
function encodingOf({ encoding }: MediaType): Record<string, unknown> {
  const typed = Object.entries(encoding ?? {}).filter(([, { contentType }]) => contentType !== undefined);
  if (typed.length === 0) return {};
  return { encoding: Object.fromEntries(typed.map(([name, { contentType }]) => [name, { contentType }])) };
}

/** Writes only `schema` if JSON is the only media type. */
function contentOf(content: readonly MediaType[], files: SchemaFiles, wanted: string): Record<string, unknown> {
  const [only] = content;
  if (content.length === 1 && only?.type === "application/json" && only.schema !== undefined) {
    return { schema: files.inline(only.schema, wanted) };
  }
  const described = content.map((media): [string, unknown] => {
    const schema = media.schema ?? media.itemSchema;
    const encoding = encodingOf(media);
    return [media.type, schema === undefined ? {} : { schema: files.inline(schema, wanted), ...encoding }];
  });
  return described.length === 0 ? {} : { content: Object.fromEntries(described) };
}
