import type { SecurityScheme } from "@onespec/spec-core";
import type { GroupPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { byModule } from "../plan/shared-modules.js";
import type { SchemeSpec } from "../runtime/auth.js";
import { code, indent } from "./code.js";
import { docComment } from "./doc-comment.js";
import { literal, propertyName } from "./escape.js";
import { byFile } from "./import-models.js";
import { operationDefaults } from "./operation-defaults.js";

/** `utils/api.js`: what all resources share. */
export function emitApi({ api }: SdkPlan): string {
  const schemes = [...api.securitySchemes]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, scheme]) => `${propertyName(name)}: ${literal(schemeSpec(scheme))}`);
  const [server] = api.servers;
  const { security, accept } = operationDefaults(api);
  // `fetch` sees to the header of the others.
  const follows = [...api.securitySchemes.values()].some(
    (scheme) => scheme.type === "apiKey" && scheme.in === "header" && !/^authorization$/i.test(scheme.name),
  );
  return code(
    'import { Resource } from "./resource.js";',
    follows && 'import { follow } from "./wire/follow.js";',
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
    [...byModule(groups).keys()].map((name) => `export * from "./resources/${name}.js";`),
    models.length > 0 && 'export * from "./models/index.js";',
    'export * from "./utils/index.js";',
  );
}

function fromResources(groups: readonly GroupPlan[], verb: "import" | "export" | "import type"): string[] {
  return [...byModule(groups)].map(
    ([name, members]) =>
      `${verb} { ${members.map(({ className }) => className).join(", ")} } from "./resources/${name}.js";`,
  );
}

/** `models/index.js`: the named schemas. */
export function emitModelsIndex({ models }: SdkPlan): string {
  return exportsOf(models, ({ name }) => [name]);
}

export function emitModelsIndexTypes({ models }: SdkPlan): string {
  return exportsOf(models, ({ name, inputName }) => (inputName === name ? [name] : [name, `type ${inputName}`]));
}

function exportsOf(models: readonly ModelPlan[], names: (model: ModelPlan) => readonly string[]): string {
  const files = [...byFile(models.filter(({ named }) => named))];
  return code(
    files.map(([file, members]) => `export { ${members.flatMap(names).join(", ")} } from "./${file}.js";`),
    files.length === 0 && "export {};",
  );
}
