import {
  type ApiDescription,
  isObject,
  type Operation,
  objectProperties,
  type Parameter,
  type Resource,
  sampleSchema,
} from "@onespec/spec-core";
import { type CallParameter, callParameters, soleParameter } from "../plan/call-parameters.js";
import { preferred } from "../plan/media-types.js";
import type { GroupPlan, MethodPlan } from "../plan/sdk-plan.js";
import { sorted } from "../sorted.js";
import { argumentsOf } from "./emit-method.js";
import { isIdentifier, literal, memberAccess, propertyName } from "./escape.js";
import { FileSample, type SampleBody, sampleBody, validExample } from "./sample-body.js";

/** Longest body in an example, in characters. */
const LONGEST_BODY = 4000;

/** Replaces a body that is too long, or that no value can fit. */
const UNSHOWN = "{ /* … */ }";

/** Variables of earlier lines, which a call uses instead of sample values. */
export interface KnownValues {
  readonly id?: string;
  /** By parent parameter. */
  readonly parents?: Readonly<Record<string, string>>;
}

/** A call of a method with sample arguments, ready to paste: `client.books.get(17)`. */
export function sampleCall(api: ApiDescription, group: GroupPlan, method: MethodPlan, known: KnownValues = {}): string {
  const { name, record, operation } = method;
  const list = record === undefined ? operationArguments(api, operation) : recordArguments(api, group, method, known);
  const target = `client${memberAccess(group.name)}${record === undefined ? "" : belowParents(api, group, operation, known)}`;
  const call = `${target}${memberAccess(name)}(${list.join(", ")})`;
  if (record !== "find") return call;
  const params = requiredFields(api, operation, extraParameters(group, operation));
  const fields = operation.method === "post" ? [...params, ...searchFields(api, operation)] : params;
  return fields.length === 0 ? call : `${call}.params({ ${fields.join(", ")} })`;
}

/** `name: value` for the required properties of the body of a search. */
function searchFields(api: ApiDescription, operation: Operation): string[] {
  const [media] = preferred(operation.requestBody?.content ?? []);
  const body = sampleBody(api, operation);
  if (!media?.schema || body?.kind !== "value" || !isObject(body.value)) return [];
  const properties = objectProperties(api.schemas, media.schema.json);
  return Object.entries(body.value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([name, value]) => (properties.get(name)?.required ? [`${keyText(name)}: ${onOneLine(value)}`] : []));
}

function recordArguments(
  api: ApiDescription,
  group: GroupPlan,
  { record, operation }: MethodPlan,
  known: KnownValues,
): string[] {
  if (record === "find") return [];
  const id = record === "create" ? [] : [known.id ?? idText(api, group, operation)];
  const takesValues = record !== "get" && record !== "delete";
  const body = takesValues ? sampleBody(api, operation) : undefined;
  const params = requiredText(api, operation, extraParameters(group, operation));
  const envelope = body?.kind === "value" && Object.keys(body.envelope).length > 0 ? body.envelope : undefined;
  const options = [
    ...(params === undefined ? [] : [`params: ${params}`]),
    ...(envelope === undefined ? [] : [`envelope: ${valueText(envelope)}`]),
  ];
  const values = body ? [bodyText(body)] : takesValues && options.length > 0 ? ["undefined"] : [];
  return [...id, ...values, ...(options.length === 0 ? [] : [`{ ${options.join(", ")} }`])];
}

function operationArguments(api: ApiDescription, operation: Operation): string[] {
  const given = argumentsOf(operation);
  const sole = soleParameter(api.schemas, operation);
  const params = sole
    ? sampleText(api, sole.parameter, `${operation.id} ${sole.name}`)
    : requiredText(api, operation, callParameters(operation));
  // Platforms send no body with GET and HEAD.
  const isBare = /^(get|head)$/.test(operation.method) && !operation.requestBody?.required;
  const body = given.body && !isBare ? sampleBody(api, operation) : undefined;
  return [
    ...(given.parameters && (params !== undefined || body !== undefined) ? [params ?? "{}"] : []),
    ...(body === undefined ? [] : [bodyText(body)]),
  ];
}

/** Parameters that are neither the id nor a parent. */
function extraParameters({ resource }: GroupPlan, operation: Operation): readonly CallParameter[] {
  const calls = callParameters(operation);
  if (calls.length === 0) return [];
  // All path parameters, except those that a link fills from elsewhere.
  const names = [
    ...operation.template.parameters,
    resource?.id.parameter,
    ...(resource?.parents ?? []).map(({ parameter }) => parameter),
  ];
  return calls.filter(({ parameter }) => !(parameter.in === "path" && names.includes(parameter.name)));
}

/** `{ name: value }` for the required parameters; `undefined` if there are none. */
function requiredText(
  api: ApiDescription,
  operation: Operation,
  parameters: readonly CallParameter[],
): string | undefined {
  const fields = requiredFields(api, operation, parameters);
  return fields.length === 0 ? undefined : `{ ${fields.join(", ")} }`;
}

function requiredFields(api: ApiDescription, { id }: Operation, parameters: readonly CallParameter[]): string[] {
  return parameters
    .filter(({ parameter }) => parameter.required || parameter.in === "path")
    .map(({ parameter, name }) => `${propertyName(name)}: ${sampleText(api, parameter, `${id} ${name}`)}`);
}

function belowParents(api: ApiDescription, { resource }: GroupPlan, operation: Operation, known: KnownValues): string {
  if (!resource || resource.parents.length === 0) return "";
  const fields = resource.parents.map(({ parameter }, at) => {
    // Paths may name one parent differently: parameters correspond by position.
    const name = operation.template.parameters[at] ?? parameter;
    const declared = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const text = known.parents?.[parameter] ?? (declared ? sampleText(api, declared, parameter) : '"1"');
    return `${propertyName(parameter)}: ${text}`;
  });
  return `.in({ ${fields.join(", ")} })`;
}

function idText(api: ApiDescription, { resource }: GroupPlan, operation: Operation): string {
  const name = operation.template.parameters[resource?.parents.length ?? 0] ?? resource?.id.parameter;
  const declared = operation.parameters.find((one) => one.in === "path" && one.name === name);
  if (declared) return sampleText(api, declared, "id");
  return resource ? sampleText(api, { schema: resource.id.schema, examples: [] }, "id") : '"id"';
}

/** Two ids of records. */
export function sampleIds(api: ApiDescription, { id }: Resource): string {
  const ids = ["id", "another id"].map((seed) => sampleText(api, { schema: id.schema, examples: [] }, seed));
  return `[${[...new Set(ids)].join(", ")}]`;
}

function bodyText(body: SampleBody): string {
  if (body.kind === "bytes") return blobText(body.type.includes("*") ? "text/plain" : body.type);
  if (body.value === undefined) return UNSHOWN;
  const text = valueText(body.value);
  return text.length > LONGEST_BODY ? UNSHOWN : text;
}

function blobText(type: string): string {
  return `new Blob(["…"], { type: ${literal(type)} })`;
}

/** Samples of parameters by seed, so that the pages and the README show the same calls. */
const samples = new WeakMap<Sampled, Map<string, string>>();

type Sampled = Pick<Parameter, "schema" | "examples">;

function sampleText(api: ApiDescription, sampled: Sampled, seed: string): string {
  const known = samples.get(sampled) ?? new Map<string, string>();
  samples.set(sampled, known);
  const text = known.get(seed) ?? makeText(api, sampled, seed);
  known.set(seed, text);
  return text;
}

function makeText(api: ApiDescription, { schema, examples }: Sampled, seed: string): string {
  const example = validExample(api, schema, examples);
  if (example && !isEmpty(example.value)) return valueText(example.value);
  // The shortest value may be empty. Then a value with the optional parts is used.
  for (const optional of [false, true]) {
    const sample = sampleSchema(api.schemas, schema, { seed, view: "request", optional });
    if (sample.ok && !isEmpty(sample.value)) return valueText(wholeNumber(api, schema, sample.value));
  }
  return '"…" /* … */';
}

/** Rounds a number if the schema allows it, since ids are rarely fractions. */
function wholeNumber(api: ApiDescription, schema: Sampled["schema"], value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  const whole = Math.ceil(value);
  return api.schemas.validator(schema, "request").isValid(whole) ? whole : value;
}

/** True if the value would be empty text in a path. */
function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Objects and lists that are longer get a line for each member. */
const WIDTH = 100;

/** A JSON value as a JavaScript literal. @param depth level of indentation */
function valueText(value: unknown, depth = 0): string {
  const line = onOneLine(value);
  if (line.length <= WIDTH || typeof value !== "object" || value === null || value instanceof FileSample) return line;
  const inner = "  ".repeat(depth + 1);
  const members = Array.isArray(value)
    ? value.map((item) => valueText(item, depth + 1))
    : sorted(value as Record<string, unknown>).map(
        ([name, member]) => `${keyText(name)}: ${valueText(member, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${"  ".repeat(depth)}${close}`;
}

function onOneLine(value: unknown): string {
  if (value instanceof FileSample) return blobText(value.type);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literalText(value);
  const fields = sorted(value as Record<string, unknown>).map(
    ([name, member]) => `${keyText(name)}: ${onOneLine(member)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** `["__proto__"]`: as a plain name it would set the prototype. */
function keyText(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier(name) ? name : literalText(name);
}

/** Escapes `<`, since pages show examples. */
function literalText(value: unknown): string {
  return literal(value).replaceAll("<", "\\u003c");
}
