import type { SecurityScheme } from "@onespec/spec-core";
import type { GroupPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { SchemeSpec } from "../runtime/auth.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { literal, propertyName } from "./escape.js";
import { byName } from "./import-models.js";
import { operationDefaults } from "./operation-defaults.js";

/** `utils/api.js`: the base class and the facts that all resources share. */
export function emitApi({ api }: SdkPlan): string {
  const schemes = [...api.securitySchemes]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, scheme]) => `${propertyName(name)}: ${literal(schemeSpec(scheme))}`);
  const [server] = api.servers;
  const { security, accept } = operationDefaults(api);
  // On redirects `fetch` itself drops `Authorization`.
  const follows = [...api.securitySchemes.values()].some(
    (scheme) => scheme.type === "apiKey" && scheme.in === "header" && !/^authorization$/i.test(scheme.name),
  );
  return code(
    'import { Resource } from "./resource.js";',
    follows && 'import { follow } from "./http.js";',
    "",
    "/** The description's first server and its security schemes. */",
    `export const api = { defaultBaseUrl: ${literal(server?.url ?? "/")}, schemes: {${schemes.length > 0 ? ` ${schemes.join(", ")} ` : ""}}, resources: {}${security === "[]" ? "" : `, security: ${security}`}${accept === "application/json" ? "" : `, accept: ${literal(accept)}`}${follows ? ", follow" : ""} };`,
    "",
    "/** Base of the resources. */",
    "export class ApiResource extends Resource {",
    indent(
      "/** @param given the client's context, or options when the resource is used on its own. */",
      "constructor(given, parents) {",
      indent("super(given, parents, api);"),
      "}",
    ),
    "}",
  );
}

function schemeSpec(scheme: SecurityScheme): SchemeSpec {
  switch (scheme.type) {
    case "apiKey":
      return { takes: "apiKey", ...(scheme.in === "header" ? {} : { in: scheme.in }), name: scheme.name };
    case "http":
      return /^basic$/i.test(scheme.scheme)
        ? { takes: "login", label: "Basic" }
        : { label: /^bearer$/i.test(scheme.scheme) ? "Bearer" : scheme.scheme };
    case "oauth2":
    case "openIdConnect":
      return { label: "Bearer" };
    case "mutualTLS":
      return { takes: "nothing" };
  }
}

/** `index.js`: the client as default export, everything else by name. */
export function emitIndex({ groups, models, api }: SdkPlan): string {
  return code(
    'import { addResources } from "./utils/resource.js";',
    'import { api } from "./utils/api.js";',
    fromResources(groups, "import"),
    "",
    `const resources = { ${groups.map(({ name, className }) => `${propertyName(name)}: ${className}`).join(", ")} };`,
    "",
    docComment(`Client of ${api.title} ${api.version}.`),
    "export class Client {",
    indent("constructor(options = {}) {", indent("addResources(this, resources, options, api);"), "}"),
    "}",
    "",
    "export default Client;",
    'export { Client as "module.exports" };',
    fromResources(groups, "export"),
    exportModels(models, false),
    'export * from "./utils/index.js";',
  );
}

export function emitIndexTypes({ groups, models, api }: SdkPlan): string {
  return code(
    'import type { ResourceOptions } from "./utils/index.js";',
    fromResources(groups, "import type"),
    "",
    docComment(`Client of ${api.title} ${api.version}.`, api.summary),
    "export declare class Client {",
    indent(
      "constructor(options?: ResourceOptions);",
      groups.flatMap(({ name, className, description }) => [
        ...docComment(description),
        `readonly ${propertyName(name)}: ${className};`,
      ]),
    ),
    "}",
    "",
    "export default Client;",
    groups.map(({ className }) => `export * from "./resources/${className}.js";`),
    exportModels(models, true),
    'export * from "./utils/index.js";',
  );
}

function fromResources(groups: readonly GroupPlan[], verb: "import" | "export" | "import type"): string[] {
  return groups.map(({ className }) => `${verb} { ${className} } from "./resources/${className}.js";`);
}

function exportModels(models: readonly ModelPlan[], types: boolean): Line {
  const names = namesOf(models, types);
  return names.length > 0 && `export { ${names.join(", ")} } from "./models/index.js";`;
}

/** The models that the description names. */
function namesOf(models: readonly ModelPlan[], types: boolean): string[] {
  return byName(models.filter(({ named }) => named)).flatMap(({ name, inputName }) =>
    types && inputName !== name ? [name, `type ${inputName}`] : [name],
  );
}

/** `models/index.js` of a client with several files of models. */
export function emitModelsIndex({ models, modelFiles }: SdkPlan, types: boolean): string {
  const files = [...new Set(models.map((model) => modelFiles.get(model)))].sort();
  return code(
    files.flatMap((file) => {
      const names = namesOf(
        models.filter((model) => modelFiles.get(model) === file),
        types,
      );
      return names.length === 0 ? [] : `export { ${names.join(", ")} } from "./${file}.js";`;
    }),
  );
}

/**
 * `index.cjs`: the class for `require()`, with the other exports of `index.js` as its properties. It loads the same modules, so a
 * program that uses both has one client. Node supports that since 20.19, as do Bun and Deno.
 */
export function emitCommonJs({ groups, models }: SdkPlan): string {
  return code(
    '"use strict";',
    'const Client = require("./index.js");',
    models.length > 0 && 'const models = require("./models/index.js");',
    "const all = {",
    indent(
      "Client,",
      "default: Client,",
      '...require("./utils/index.js"),',
      groups.map(({ className }) => `${className}: require("./resources/${className}.js").${className},`),
      namesOf(models, false).map((name) => `${name}: models.${name},`),
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
  "/** The client class; what else `index.js` exports are its properties. Types come from `import type`. */",
  'declare const Client: typeof everything.Client & Omit<typeof everything, "prototype">;',
  "type Client = everything.Client;",
  "export = Client;",
);
