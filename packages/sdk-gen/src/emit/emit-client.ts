import type { ApiDescription, SecurityScheme } from "@onespec/spec-core";
import type { GroupPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { SchemeSpec } from "../runtime/auth.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitErrorBodies } from "./emit-error-bodies.js";
import { methodsBelow } from "./emit-resource-types.js";
import { literal, propertyName } from "./escape.js";
import { byName } from "./import-models.js";
import { operationDefaults } from "./operation-defaults.js";

/** `utils/api.js`: the base class and the facts that all resources share. */
export function emitApi({ api, features, int64 }: SdkPlan): string {
  const schemes = [...api.securitySchemes]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, scheme]) => `${propertyName(name)}: ${schemeText(scheme)}`);
  const [server] = api.servers;
  const { security, accept, servers } = operationDefaults(api);
  const others = api.operations.some((operation) => operation.servers[0]?.url !== servers[0]) ? servers.slice(1) : [];
  // On redirects `fetch` itself drops `Authorization`.
  const follows = [...api.securitySchemes.values()].some(
    (scheme) => scheme.type === "apiKey" && scheme.in === "header" && !/^authorization$/i.test(scheme.name),
  );
  const declares = (place: "cookie" | "header"): boolean =>
    [...api.securitySchemes.values()].some((scheme) => scheme.type === "apiKey" && scheme.in === place) ||
    api.operations.some(({ parameters }) => parameters.some((parameter) => parameter.in === place));
  const keptBack = declares("cookie") ? "keptBackCookies" : declares("header") && "keptBackHeaders";
  const last = features.validation
    ? `${keptBack ? `, keptBack: ${keptBack}` : ""}, checkOptions, checks: { checkCall, checkAnswer }`
    : ", checkOptions: refuseValidation";
  const selects = takesOneToken(api) ? "selectToken" : "selectCredentials";
  const imported = [
    selects,
    ...(features.validation ? (keptBack ? [keptBack] : []) : ["refuseValidation"]),
    ...(follows ? ["follow"] : []),
    ...([...api.securitySchemes.values()].some(isBasic) ? [LOGIN] : []),
    ...new Set([...api.securitySchemes.values()].flatMap((scheme) => placeOf(scheme) ?? [])),
    "Resource",
  ].sort();
  const isTyped = features.language === "ts";
  return code(
    isTyped && '/// <reference lib="es2024.string" />',
    isTyped && 'import type { ClientContext, ClientFacts, ResourceOptions } from "./http.js";',
    `import { ${imported.join(", ")} } from "./http.js";`,
    features.validation && 'import { checkAnswer, checkCall, checkOptions } from "./validate.js";',
    "",
    "/** The description's first server and its security schemes. */",
    `export const api${isTyped ? ": ClientFacts" : ""} = { defaultBaseUrl: ${literal(server?.url ?? "/")}, schemes: {${schemes.length > 0 ? ` ${schemes.join(", ")} ` : ""}}, credentials: ${selects}${others.length > 0 ? `, servers: ${literal(others)}` : ""}${security === "[]" ? "" : `, security: ${security}`}${accept === "application/json" ? "" : `, accept: ${literal(accept)}`}${int64 === "string" ? "" : `, int64: ${literal(int64)}`}${follows ? ", follow" : ""}${last} };`,
    "",
    "/** Base class of the resources. */",
    "export class ApiResource extends Resource {",
    indent(
      "/** @param given the context of the client, or the options of a resource that is used on its own */",
      isTyped
        ? "constructor(given?: ResourceOptions | ClientContext, parents?: Readonly<Record<string, unknown>>) {"
        : "constructor(given, parents) {",
      indent("super(given, parents, api);"),
      "}",
    ),
    "}",
  );
}

/** The runtime's function that writes the login of Basic authentication. */
const LOGIN = "basicLogin";

/** True if all calls have the same credential, a token in the header `authorization`. */
function takesOneToken({ securitySchemes, operations }: ApiDescription): boolean {
  const [scheme, ...others] = securitySchemes.values();
  const isToken = !scheme || (!isBasic(scheme) && !/^(apiKey|mutualTLS)$/.test(scheme.type));
  const areDeclared = operations.every(({ security }) =>
    security.flat().every((one) => securitySchemes.has(one.scheme)),
  );
  return isToken && others.length === 0 && (!scheme || areDeclared);
}

function schemeText(scheme: SecurityScheme): string {
  if (isBasic(scheme)) return `{ login: ${LOGIN}, label: "Basic" }`;
  const place = placeOf(scheme);
  return place ? `{ ${literal(schemeSpec(scheme)).slice(1, -1)}, place: ${place} }` : literal(schemeSpec(scheme));
}

/** The runtime's function that places the credential elsewhere than in a header. */
function placeOf(scheme: SecurityScheme): string | undefined {
  if (scheme.type === "mutualTLS") return "inConnection";
  if (scheme.type !== "apiKey" || scheme.in === "header") return undefined;
  return scheme.in === "query" ? "inQuery" : "inCookie";
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === "http" && /^basic$/i.test(scheme.scheme);
}

function schemeSpec(scheme: SecurityScheme): SchemeSpec {
  switch (scheme.type) {
    case "apiKey":
      return { takes: "apiKey", name: scheme.name };
    case "http":
      return { label: /^bearer$/i.test(scheme.scheme) ? "Bearer" : scheme.scheme };
    case "oauth2":
    case "openIdConnect":
      return { label: "Bearer" };
    case "mutualTLS":
      return { takes: "nothing" };
  }
}

/** `index.js`: the client is the default export, all others are named. */
export function emitIndex(plan: SdkPlan): string {
  const { groups, models, api, features } = plan;
  const isTyped = features.language === "ts";
  return code(
    `import { addResources${isTyped ? ", type ResourceOptions" : ""} } from "./utils/http.js";`,
    'import { api } from "./utils/api.js";',
    fromResources(groups, "import"),
    isTyped && [
      groups
        .filter((group) => clientType(group) !== group.className)
        .map((group) => `import type { ${clientType(group)} } from "./resources/${group.className}.js";`),
      emitErrorBodies(plan).imports,
    ],
    "",
    `const resources = { ${groups.map(({ name, className }) => `${propertyName(name)}: ${className}`).join(", ")} };`,
    "",
    docComment(`Client of ${api.title} ${api.version}.`, isTyped && api.summary),
    "export class Client {",
    indent(
      isTyped && [properties(groups).map((line) => line.replace(/^readonly /, "declare readonly ")), ""],
      `constructor(options${isTyped ? ": ResourceOptions" : ""} = {}) {`,
      indent("addResources(this, resources, options, api);"),
      "}",
    ),
    "}",
    "",
    isTyped && emitErrorBodies(plan).lines,
    "export default Client;",
    !isTyped && ['export { Client as "module.exports" };', fromResources(groups, "export")],
    isTyped && groups.map(({ className }) => `export * from "./resources/${className}.js";`),
    isTyped
      ? exportModels(models, features.validation ? "both" : "types")
      : features.validation && exportModels(models, "values"),
    'export * from "./utils/index.js";',
  );
}

export function emitIndexTypes(plan: SdkPlan): string {
  const { groups, models, api, features } = plan;
  const errors = emitErrorBodies(plan);
  return code(
    'import type { ResourceOptions } from "./utils/index.js";',
    errors.imports,
    groups.map((group) => `import type { ${clientType(group)} } from "./resources/${group.className}.js";`),
    "",
    docComment(`Client of ${api.title} ${api.version}.`, api.summary),
    "export declare class Client {",
    indent("constructor(options?: ResourceOptions);", properties(groups)),
    "}",
    "",
    errors.lines,
    "export default Client;",
    groups.map(({ className }) => `export * from "./resources/${className}.js";`),
    exportModels(models, features.validation ? "both" : "types"),
    'export * from "./utils/index.js";',
  );
}

function properties(groups: readonly GroupPlan[]): string[] {
  return groups.flatMap((group) => [
    ...docComment(group.description),
    `readonly ${propertyName(group.name)}: ${clientType(group)};`,
  ]);
}

/** The client's type of a resource: without a parent, only the methods that need none. */
function clientType(group: GroupPlan): string {
  return methodsBelow(group).length > 0 ? `${group.className}Root` : group.className;
}

function fromResources(groups: readonly GroupPlan[], verb: "import" | "export"): string[] {
  return groups.map(({ className }) => `${verb} { ${className} } from "./resources/${className}.js";`);
}

/** The exports of a file: values, values and types, or only types. */
type Exports = "values" | "both" | "types";

function exportModels(models: readonly ModelPlan[], kind: Exports, file = "./models/index.js"): Line {
  const names = namesOf(models, kind);
  return names.length > 0 && `export ${kind === "types" ? "type " : ""}{ ${names.join(", ")} } from "${file}";`;
}

/** The models that the description names. */
function namesOf(models: readonly ModelPlan[], kind: Exports): string[] {
  return byName(models.filter(({ named }) => named)).flatMap(({ name, inputName }) =>
    kind === "values" || inputName === name ? [name] : [name, kind === "both" ? `type ${inputName}` : inputName],
  );
}

/** `models/index.js` of a client with several files of models. */
export function emitModelsIndex({ models, modelFiles, features }: SdkPlan, withTypes: boolean): string {
  const kind = withTypes ? (features.validation ? "both" : "types") : "values";
  const files = [...new Set(models.map((model) => modelFiles.get(model)))].sort();
  const exported = withTypes || features.validation ? files : [];
  return code(
    exported.map((file) =>
      exportModels(
        models.filter((model) => modelFiles.get(model) === file),
        kind,
        `./${file}.js`,
      ),
    ),
    exported.length === 0 && "export {};",
  );
}

/**
 * `index.cjs`: the class for `require()`, with the other exports of `index.js` as its properties. It loads the same modules, so a
 * program that uses both has one client. Node supports that since 20.19, as do Bun and Deno.
 */
export function emitCommonJs({ groups, models, modelFiles, features }: SdkPlan): string {
  const values = features.validation ? namesOf(models, "values") : [];
  // If there is only one file, it also exports the schemas, which are internal.
  const isSingle = models.some((model) => (modelFiles.get(model) ?? "index") === "index");
  return code(
    '"use strict";',
    'const Client = require("./index.js");',
    isSingle && values.length > 0 && 'const models = require("./models/index.js");',
    "const all = {",
    indent(
      "Client,",
      "default: Client,",
      '...require("./utils/index.js"),',
      groups.map(({ className }) => `...require("./resources/${className}.js"),`),
      isSingle
        ? values.map((name) => `${name}: models.${name},`)
        : values.length > 0 && '...require("./models/index.js"),',
    ),
    "};",
    "// `name`, `length` and `prototype` are the class's own.",
    "for (const [name, value] of Object.entries(all)) if (!Object.hasOwn(Client, name)) Client[name] = value;",
    "module.exports = Client;",
  );
}

export const COMMONJS_TYPES: string = code(
  'import type * as everything from "./index.js" with { "resolution-mode": "import" };',
  "",
  "/** The client class, with the other exports of `index.js` as properties. Import types with `import type`. */",
  'declare const Client: typeof everything.Client & Omit<typeof everything, "prototype">;',
  "type Client = everything.Client;",
  "export = Client;",
);
