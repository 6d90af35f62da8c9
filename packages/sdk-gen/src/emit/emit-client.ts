import type { SecurityScheme } from "@onespec/spec-core";
import type { GroupPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { SchemeSpec } from "../runtime/auth.js";
import { code, indent } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitErrorBodies } from "./emit-error-bodies.js";
import { methodsBelow } from "./emit-resource-types.js";
import { literal, propertyName } from "./escape.js";
import { byName } from "./import-models.js";
import { operationDefaults } from "./operation-defaults.js";

/** `utils/api.js`: the base class and the facts that all resources share. */
export function emitApi({ api, int64 }: SdkPlan): string {
  const schemes = [...api.securitySchemes]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, scheme]) => `${propertyName(name)}: ${literal(schemeSpec(scheme))}`);
  const [server] = api.servers;
  const { security, accept, servers } = operationDefaults(api);
  const others = api.operations.some((operation) => operation.servers[0]?.url !== servers[0]) ? servers.slice(1) : [];
  // On redirects `fetch` itself drops `Authorization`.
  const follows = [...api.securitySchemes.values()].some(
    (scheme) => scheme.type === "apiKey" && scheme.in === "header" && !/^authorization$/i.test(scheme.name),
  );
  return code(
    'import { Resource } from "./resource.js";',
    follows && 'import { follow } from "./wire/follow.js";',
    "",
    "/** The description's first server and its security schemes. */",
    `export const api = { defaultBaseUrl: ${literal(server?.url ?? "/")}, schemes: {${schemes.length > 0 ? ` ${schemes.join(", ")} ` : ""}}, resources: {}${others.length > 0 ? `, servers: ${literal(others)}` : ""}${security === "[]" ? "" : `, security: ${security}`}${accept === "application/json" ? "" : `, accept: ${literal(accept)}`}${int64 === "string" ? "" : `, int64: ${literal(int64)}`}${follows ? ", follow" : ""} };`,
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

export function emitApiTypes(): string {
  return code(
    'import { Resource, type ResourceOptions } from "./resource.js";',
    'import type { ClientContext } from "./send.js";',
    "",
    'export declare const api: Omit<ClientContext, "options">;',
    "",
    "export declare class ApiResource extends Resource {",
    indent("constructor(given?: ResourceOptions | ClientContext, parents?: Readonly<Record<string, unknown>>);"),
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
    'import { addResources } from "./utils/add-resources.js";',
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
    models.length > 0 && 'export * from "./models/index.js";',
    'export * from "./utils/index.js";',
  );
}

export function emitIndexTypes(plan: SdkPlan): string {
  const { groups, models, api } = plan;
  const errors = emitErrorBodies(plan);
  return code(
    'import type { ResourceOptions } from "./utils/index.js";',
    errors.imports,
    groups.map((group) => `import type { ${clientType(group)} } from "./resources/${group.className}.js";`),
    "",
    docComment(`Client of ${api.title} ${api.version}.`, api.summary),
    "export declare class Client {",
    indent(
      "constructor(options?: ResourceOptions);",
      groups.flatMap((group) => [
        ...docComment(group.description),
        `readonly ${propertyName(group.name)}: ${clientType(group)};`,
      ]),
    ),
    "}",
    "",
    errors.lines,
    "export default Client;",
    groups.map(({ className }) => `export * from "./resources/${className}.js";`),
    models.length > 0 && 'export * from "./models/index.js";',
    'export * from "./utils/index.js";',
  );
}

/** What the client has of a resource: without a parent, only what needs none. */
function clientType(group: GroupPlan): string {
  return methodsBelow(group).length > 0 ? `${group.className}Root` : group.className;
}

function fromResources(groups: readonly GroupPlan[], verb: "import" | "export"): string[] {
  return groups.map(({ className }) => `${verb} { ${className} } from "./resources/${className}.js";`);
}

/** `models/index.js`: the named schemas. */
export function emitModelsIndex({ models }: SdkPlan): string {
  return exportsOf(models, ({ name }) => [name]);
}

export function emitModelsIndexTypes({ models }: SdkPlan): string {
  return exportsOf(models, ({ name, inputName }) => (inputName === name ? [name] : [name, `type ${inputName}`]));
}

function exportsOf(models: readonly ModelPlan[], names: (model: ModelPlan) => readonly string[]): string {
  const exported = byName(models.filter(({ named }) => named));
  return code(
    exported.map((model) => `export { ${names(model).join(", ")} } from "./${model.name}.js";`),
    exported.length === 0 && "export {};",
  );
}

/**
 * `index.cjs`: the class for `require()`, with the other exports of `index.js` as its properties. It loads the same modules, so a
 * program that uses both has one client. Node supports that since 20.19, as do Bun and Deno.
 */
export const COMMONJS: string = code(
  '"use strict";',
  'const { everything } = require("./utils/everything.js");',
  "const { Client } = everything;",
  "// `name`, `length` and `prototype` are the class's own.",
  "for (const [name, value] of Object.entries(everything)) if (!Object.hasOwn(Client, name)) Client[name] = value;",
  "module.exports = Client;",
);

export const COMMONJS_TYPES: string = code(
  'import type * as everything from "./index.js" with { "resolution-mode": "import" };',
  "",
  "/** The client class; what else `index.js` exports are its properties. Types come from `import type`. */",
  'declare const Client: typeof everything.Client & Omit<typeof everything, "prototype">;',
  "type Client = everything.Client;",
  "export = Client;",
);

/** `utils/everything.js`: `require()` of `index.js` itself returns its default export only. */
export const EVERYTHING: string = code('export * as everything from "../index.js";');
