import {
  type ApiDescription,
  isObject,
  type JsonSchema,
  type Operation,
  objectProperties,
  type Parameter,
  requiredNames,
  type SecurityScheme,
  schemaShape,
} from "@onespec/spec-core";
import { replyText } from "../emit/body-type.js";
import { modelTypes } from "../emit/emit-model.js";
import { bareType, type TypeScope, typeScope, typeText } from "../emit/emit-type.js";
import { methodSignature } from "../emit/method-signature.js";
import { callParameters } from "../plan/call-parameters.js";
import { isData, preferred } from "../plan/media-types.js";
import type { MethodPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { sortedMembers } from "../sorted.js";

/** A name that users of the client can write or read. */
export interface SurfaceItem {
  /** A `field` or a `shared-model` is in requests and answers. */
  readonly kind:
    | "method"
    | "parameter"
    | "answer-field"
    | "request-field"
    | "field"
    | "model"
    | "request-model"
    | "shared-model";
  /** The type, or the signature of a method. */
  readonly text: string;
  /** In requests: it must be given. In responses: it is always there. */
  readonly required: boolean;
  /** Method and path of a method, which outlive its name. */
  readonly route?: string;
  /** Documented statuses of a method. */
  readonly statuses?: readonly string[];
  /**
   * The alternatives of a method. Each lists everything that it needs: `["oauth (oauth2)", "oauth:read"]`. Absent: no
   * credentials.
   */
  readonly security?: readonly (readonly string[])[];
  /** The path of a method's server. Absent: none. */
  readonly base?: string;
  /** Limits on its values, in addition to the type. */
  readonly limits?: Readonly<Record<string, unknown>>;
}

/** By name: `books.find`, `books.find(limit)`, `books.create{title}`, `Book`, `Book.title`. */
export type ApiSurface = Readonly<Record<string, SurfaceItem>>;

/** Everything that callers of the client depend on, sorted by name. Documentation is not part of it. */
export function apiSurface(plan: SdkPlan): ApiSurface {
  const scope = typeScope(plan, "request");
  const items = new Map(plan.models.flatMap((model) => modelItems(model, plan)));
  const add = (added: readonly (readonly [string, SurfaceItem])[]): void => {
    for (const [name, item] of added) items.set(name, item);
  };
  // Operations share most parameters, such as those of pages.
  const told = new Map<JsonSchema, Pick<SurfaceItem, "text" | "limits">>();
  const valuesOf = ({ schema: { json } }: Parameter): Pick<SurfaceItem, "text" | "limits"> => {
    const known = told.get(json) ?? { text: bareType(typeText(json, scope)), ...allLimitsOf(json, plan) };
    told.set(json, known);
    return known;
  };
  for (const group of plan.groups) {
    for (const method of group.methods) {
      const name = `${group.name}.${method.name}`;
      const { method: verb, path } = method.operation;
      const text = bareType(methodSignature(group, method, plan).text);
      const route = `${verb.toUpperCase()} ${path}`;
      items.set(name, { kind: "method", text, required: false, route, ...contractOf(method.operation, plan.api) });
      for (const { parameter, name: call } of callParameters(method.operation)) {
        items.set(`${name}(${call})`, { kind: "parameter", required: parameter.required, ...valuesOf(parameter) });
      }
      add(bodyItems(name, method, plan, scope));
      add(answerItems(name, method, plan));
    }
  }
  return sortedMembers(items);
}

function contractOf(
  { responses, security, servers }: Operation,
  { securitySchemes }: ApiDescription,
): Pick<SurfaceItem, "statuses" | "security" | "base"> {
  const base = basePathOf(servers[0]?.url ?? "");
  const needed = security.map((alternative) =>
    alternative.flatMap(({ scheme, scopes }) => [
      schemeText(scheme, securitySchemes.get(scheme)),
      ...scopes.map((scope) => `${scheme}:${scope}`),
    ]),
  );
  return {
    statuses: responses.map(({ status }) => status).sort(),
    ...(needed.length > 0 && { security: needed }),
    ...(base !== "" && { base }),
  };
}

/** The name of a scheme and the way its credential is sent. */
function schemeText(name: string, scheme: SecurityScheme | undefined): string {
  switch (scheme?.type) {
    case "apiKey":
      return `${name} (${scheme.in} ${scheme.name})`;
    case "http":
      return `${name} (${scheme.scheme.toLowerCase()})`;
    case "mutualTLS":
    case "oauth2":
    case "openIdConnect":
      return `${name} (${scheme.type})`;
    case undefined:
      return name;
  }
}

function basePathOf(url: string): string {
  return URL.canParse(url, "http://host.test/") ? new URL(url, "http://host.test/").pathname.replace(/\/+$/, "") : url;
}

/**
 * The body of a method, and its fields if the operation declares them inline. The fields of models are listed at the
 * models.
 */
function bodyItems(
  method: string,
  { operation: { requestBody } }: MethodPlan,
  plan: SdkPlan,
  scope: TypeScope,
): [string, SurfaceItem][] {
  if (!requestBody) return [];
  const schema = preferred(requestBody.content)[0]?.schema;
  const json = schema === undefined ? true : plan.modelAt.has(schema.uri) ? { $ref: schema.uri } : schema.json;
  return fieldItems(
    `${method}{}`,
    { schema: json, required: requestBody.required, kind: "request-field" },
    plan,
    scope,
    0,
  );
}

/** The answer of a method, and the fields of a success that is written out at the operation, such as an envelope. */
function answerItems(method: string, { operation }: MethodPlan, plan: SdkPlan): [string, SurfaceItem][] {
  const name = `${method}()`;
  const kind = "answer-field";
  const scope = typeScope(plan, "response");
  const successes = operation.responses.filter(({ status }) => /^2/.test(status));
  const [media, ...others] = preferred(successes[0]?.content ?? []);
  const whole = { kind, text: bareType(replyText(operation, [], plan, scope)), required: true } as const;
  if (!media?.schema || !isData(media.type) || plan.modelAt.has(media.schema.uri)) return [[name, whole]];
  const [own, ...fields] = fieldItems(name, { schema: media.schema.json, required: true, kind }, plan, scope, 0);
  const isAlone = successes.length === 1 && others.length === 0;
  return [isAlone && own ? own : [name, whole], ...fields];
}

const MOST_LEVELS = 6;

interface WrittenField {
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly kind: "request-field" | "answer-field" | "field";
}

function fieldItems(
  name: string,
  { schema, required, kind }: WrittenField,
  plan: SdkPlan,
  scope: TypeScope,
  depth: number,
): [string, SurfaceItem][] {
  const { schemas } = plan.api;
  const isModel = typeof schema === "object" && plan.modelAt.has(schema.$ref ?? "");
  const target = schemas.follow(schema);
  const isWritten = !isModel && depth <= MOST_LEVELS && typeof target === "object" && !isUnion(target);
  const declared = isWritten ? objectProperties(schemas, schema) : undefined;
  const fields = [...(declared?.values() ?? [])];
  const items = isWritten ? target.items : undefined;
  const base = fields.length > 0 ? "object" : items === undefined ? undefined : "array";
  const orNull = base !== undefined && schemaShape(schemas, schema).types.has("null") ? " | null" : "";
  const text = base === undefined ? bareType(typeText(schema, scope)) : `${base}${orNull}`;
  const limits = kind === "answer-field" ? {} : limitsOf(schema, plan);
  const own: SurfaceItem = { kind, text, required, ...limits };
  const inner = { kind, required: false };
  return [
    [name, own],
    ...(items === undefined ? [] : fieldItems(`${name}[]`, { ...inner, schema: items }, plan, scope, depth + 1)),
    ...fields
      .filter(({ readOnly, writeOnly }) => !(scope.view === "request" ? readOnly : writeOnly))
      .flatMap((field) => fieldItems(`${name}.${field.name}`, { ...field, kind }, plan, scope, depth + 1)),
    ...(declared ? undeclaredItems(name, kind, schema, declared, plan) : []),
  ];
}

/** True if a schema consists only of alternatives. Their types say more than the fields that they share. */
function isUnion({ properties, allOf, oneOf, anyOf }: Exclude<JsonSchema, boolean>): boolean {
  return !properties && !allOf && [...(oneOf ?? []), ...(anyOf ?? [])].length > 0;
}

/** Properties that are required and not declared: any value will do, and none is rejected. */
function undeclaredItems(
  name: string,
  kind: SurfaceItem["kind"],
  schema: JsonSchema,
  declared: ReadonlyMap<string, unknown>,
  { api }: SdkPlan,
): [string, SurfaceItem][] {
  return [...requiredNames(api.schemas, schema)]
    .filter((property) => !declared.has(property))
    .map((property) => [`${name}.${property}`, { kind, text: "unknown", required: true }]);
}

function modelItems(model: ModelPlan, plan: SdkPlan): [string, SurfaceItem][] {
  const { json } = model.schema;
  const isPlain = typeof json === "object" && !json.oneOf && !json.anyOf && !json.$ref;
  const fields = isPlain && (json.properties ?? json.allOf) ? objectProperties(plan.api.schemas, json) : undefined;
  const { views } = modelTypes(model, plan);
  return views.flatMap(({ view, name, text, properties }) => {
    const isSent = view === "request";
    const [kind, fieldKind] =
      views.length === 1 && model.sent && !isSent
        ? (["shared-model", "field"] as const)
        : isSent
          ? (["request-model", "request-field"] as const)
          : (["model", "answer-field"] as const);
    const limits = kind === "model" ? undefined : limitsOf(json, plan);
    const items: [string, SurfaceItem][] = [
      [name, { kind, text: fields ? "object" : bareType(text), required: false, ...limits }],
    ];
    const scope = typeScope(plan, view);
    for (const [field, { schema, required, readOnly, writeOnly }] of fields ?? []) {
      if (view === "request" ? readOnly : writeOnly) continue;
      const type = bareType(properties.get(schema) ?? typeText(schema, scope));
      const own = kind === "model" ? undefined : allLimitsOf(schema, plan);
      items.push([`${name}.${field}`, { kind: fieldKind, text: type, required, ...own }]);
    }
    if (fields) items.push(...undeclaredItems(name, fieldKind, json, fields, plan));
    return items;
  });
}

/** Keywords that restrict the values of a type further than the TypeScript type shows. */
const LIMITS = [
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"],
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"],
  ...["pattern", "format", "multipleOf", "uniqueItems", "contentEncoding", "contentMediaType"],
  ...["contains", "dependentRequired", "dependentSchemas", "if", "then", "else", "not", "patternProperties"],
  ...["propertyNames", "unevaluatedItems", "unevaluatedProperties"],
];

/** Alternatives of an object that declares properties, which its type leaves out. */
const ALTERNATIVES = ["anyOf", "oneOf"];

type Limits = Pick<SurfaceItem, "limits">;

function limitsOf(schema: JsonSchema, plan: SdkPlan): Limits {
  return withLimits(ownLimits(schema, plan));
}

/** The limits of a schema and of its inline parts: `{ "maxItems": 5, "[].name.maxLength": 80 }`. */
function allLimitsOf(schema: JsonSchema, plan: SdkPlan): Limits {
  return withLimits(innerLimits(schema, plan, "", 0));
}

function withLimits(limits: readonly [string, unknown][]): Limits {
  return limits.length === 0 ? {} : { limits: Object.fromEntries(limits) };
}

function innerLimits(schema: JsonSchema, plan: SdkPlan, path: string, depth: number): [string, unknown][] {
  const { schemas } = plan.api;
  const own = ownLimits(schema, plan).map(([name, value]): [string, unknown] => [`${path}${name}`, value]);
  const isModel = typeof schema === "object" && plan.modelAt.has(schema.$ref ?? "");
  const target = schemas.follow(schema);
  if (isModel || typeof target === "boolean" || depth > MOST_LEVELS) return own;
  const inner = (part: JsonSchema, step: string): [string, unknown][] =>
    innerLimits(part, plan, path + step, depth + 1);
  return [
    ...own,
    ...(target.items === undefined ? [] : inner(target.items, "[].")),
    ...Object.entries(target.properties ?? {}).flatMap(([name, part]) => inner(part, `${name}.`)),
  ];
}

function ownLimits(schema: JsonSchema, { api, modelAt }: SdkPlan): [string, unknown][] {
  const target = api.schemas.follow(schema);
  if (typeof target === "boolean") return [];
  return [...(target.allOf ?? []), target].flatMap((one) => {
    const part = api.schemas.follow(one);
    if (typeof part === "boolean") return [];
    const closed = part.properties && part.additionalProperties === false ? ["additionalProperties"] : [];
    const names = part.properties ? [...LIMITS, ...ALTERNATIVES, ...closed] : LIMITS;
    const said = names.filter((name) => part[name] !== undefined);
    return said.map((name): [string, unknown] => [name, withNames(part[name], modelAt)]);
  });
}

/** Replaces the addresses of models in a schema's value by their names. */
function withNames(value: unknown, modelAt: SdkPlan["modelAt"]): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, modelAt));
  if (!isObject(value)) return value;
  const named = Object.entries(value).map(([name, part]) => {
    if (name !== "$ref" || typeof part !== "string") return [name, withNames(part, modelAt)];
    return [name, modelAt.get(part)?.name ?? part.replace(/^[^#]*/, "")];
  });
  return Object.fromEntries(named);
}
