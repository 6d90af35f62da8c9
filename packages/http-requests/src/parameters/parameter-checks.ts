import type { Operation, Parameter, SchemaRegistry } from "@onespec/spec-core";
import type { RequestPart } from "../request-violation.js";
import type { WireRules } from "../wire-rules.js";
import { ParameterCheck } from "./parameter-check.js";
import {
  headerReader,
  type PairsReader,
  pairsReader,
  pathReader,
  type TextReader,
  wholeQueryReader,
} from "./parameter-reader.js";

/** The parameters of one operation by place, each with what reads and checks it. */
export interface ParameterChecks {
  /** In the template's order; `check` is `undefined` for one that the operation does not declare. */
  readonly path: readonly { readonly name: string; readonly check: ParameterCheck<TextReader> | undefined }[];
  readonly query: readonly ParameterCheck<PairsReader>[];
  /** OpenAPI 3.2, `in: querystring`: the whole query is one value. */
  readonly wholeQuery: ParameterCheck<TextReader> | undefined;
  readonly headers: readonly ParameterCheck<TextReader>[];
  readonly cookies: readonly ParameterCheck<PairsReader>[];
}

/** Headers that OpenAPI describes elsewhere, so that parameters of their names count for nothing ("Parameter Object", `name`). */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** Costs a look at each parameter's schema: do it once. */
export function parameterChecks(
  schemas: SchemaRegistry,
  { parameters, template }: Operation,
  rules: WireRules = {},
): ParameterChecks {
  const located = (place: Parameter["in"]): readonly Parameter[] =>
    parameters.filter((parameter) => parameter.in === place);
  const check = <Read>(parameter: Parameter, part: RequestPart, read: Read): ParameterCheck<Read> =>
    new ParameterCheck(schemas, parameter, part, read);
  const ofPairs = (part: "query" | "cookie"): ParameterCheck<PairsReader>[] => {
    const all = located(part);
    return all.map((each) => {
      const others = new Set(all.flatMap(({ name }) => (name === each.name ? [] : [name])));
      return check(each, part, pairsReader(schemas, each, others, rules));
    });
  };
  const path = new Map(
    located("path").map((each) => [each.name, check(each, "path", pathReader(schemas, each, rules))]),
  );
  const [whole] = located("querystring");
  return {
    path: template.parameters.map((name) => ({ name, check: path.get(name) })),
    query: ofPairs("query"),
    wholeQuery: whole && check(whole, "query", wholeQueryReader(schemas, whole, rules)),
    headers: located("header")
      .filter(({ name }) => !IGNORED_HEADERS.has(name.toLowerCase()))
      .map((each) => check(each, "header", headerReader(schemas, each, rules))),
    cookies: ofPairs("cookie"),
  };
}
