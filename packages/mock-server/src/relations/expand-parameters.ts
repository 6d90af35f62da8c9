import { foldName, type Operation, type Parameter, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/** Names of parameters that ask for related records, folded: `$expand`, `expand[]`, `_embed` are among them. */
const NAMES = new Set(["expand", "expands", "expansions", "optexpand", "include", "includes", "embed", "populate"]);

/** The parameters of an operation that name related records to be put into its answer. */
export function expandParameters(schemas: SchemaRegistry, { role, parameters }: Operation): readonly Parameter[] {
  const own = role.kind === "list" || role.kind === "view" ? role.list.expand : undefined;
  return parameters.filter((parameter) => {
    if (parameter === own) return true;
    if (parameter.in !== "query" || !NAMES.has(foldName(parameter.name))) return false;
    const { types } = schemaShape(schemas, parameter.schema.json);
    return types.size === 0 || types.has("string") || types.has("array");
  });
}

/** The paths that a query asks for, `author.publisher` as `["author", "publisher"]`; OData's options in brackets are left out. */
export function askedPaths(
  query: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): readonly (readonly string[])[] {
  const texts = parameters.flatMap(({ name }) => listOfTexts(query[name]));
  return texts.map((text) => text.split(/[./]/).filter((step) => step !== "")).filter((path) => path.length > 0);
}

function listOfTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listOfTexts);
  if (typeof value !== "string") return [];
  return value
    .replace(/\([^()]*\)/g, "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
}
