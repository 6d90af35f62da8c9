import type { Answer } from "@onespec/http-contract";
import { foldName, type Operation, type Parameter, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { BehaviourWrapper, Call } from "../../model/mock-context.js";
import type { ExpandAnswer } from "../../relations/expand-answer.js";

/** Embeds related records in answers, if the expand parameter of the operation asks for them. */
export const withExpansions: BehaviourWrapper = (context, { operation, response }, behave) => {
  const parameters = expandParameters(context.schemas, operation);
  if (parameters.length === 0 || response.status >= 400) return behave;
  let loading: Promise<ExpandAnswer> | undefined;
  const expand = async (call: Call, answer: Answer, paths: readonly (readonly string[])[]): Promise<Answer> => {
    loading ??= import("../../relations/expand-answer.js").then(({ createExpandAnswer }) =>
      createExpandAnswer(context, operation),
    );
    return (await loading)(call, answer, paths);
  };
  return async (call) => {
    const paths = askedPaths(call.query, parameters);
    const answer = await behave(call);
    return paths.length === 0 ? answer : expand(call, answer, paths);
  };
};

/** Names of parameters that ask for related records, folded: also `$expand`, `expand[]` and `_embed`. */
export const EXPANDING: ReadonlySet<string> = new Set([
  "expand",
  "expands",
  "expansions",
  "optexpand",
  "include",
  "includes",
  "embed",
  "populate",
]);

/** The parameters of an operation that name related records to embed in its answer. */
export function expandParameters(schemas: SchemaRegistry, { role, parameters }: Operation): readonly Parameter[] {
  const own = role.kind === "list" || role.kind === "view" ? role.list.expand : undefined;
  return parameters.filter((parameter) => {
    if (parameter === own) return true;
    if (parameter.in !== "query" || !EXPANDING.has(foldName(parameter.name))) return false;
    const { types } = schemaShape(schemas, parameter.schema.json);
    return types.size === 0 || types.has("string") || types.has("array");
  });
}

/** The paths that a query asks for, `author.publisher` as `["author", "publisher"]`; OData's options in brackets are removed. */
function askedPaths(
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
