import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { McpMethod } from "../runtime/mcp/mcp-resources.js";
import { code, indent } from "./code.js";
import { argumentNames } from "./emit-method.js";
import type { GeneratedFile } from "./emit-sdk.js";
import { literal, oneLine, propertyName } from "./escape.js";
import { sampleCall } from "./sample-call.js";

/** Characters of a description. */
const MOST_ABOUT = 200;
/** Characters of an example. */
const MOST_EXAMPLE = 600;

const COMMENT = [
  "/**",
  " * An MCP server with a few tools over a client: `await server.connect(transport)`. Needs the package `@modelcontextprotocol/sdk`.",
  " */",
];

/** `mcp.js`: a server of the Model Context Protocol over the client. */
export function emitMcp(plan: SdkPlan): GeneratedFile[] {
  const { features, groups, packageName } = plan;
  const isTyped = features.language === "ts";
  const typed = (text: string): string => (isTyped ? text : "");
  const described = groups.filter(({ resource }) => resource);
  const module = code(
    "#!/usr/bin/env node",
    'import { Client } from "./index.js";',
    features.validation && 'import { modelFields } from "./utils/validate.js";',
    'import { mcpServerOf, serveIfMain } from "./utils/mcp.js";',
    isTyped && 'import type * as $utils from "./utils/index.js";',
    described.map(({ className }) => `import { ${className} } from "./resources/${className}.js";`),
    "",
    `const resources${typed(": $utils.McpResources")} = {`,
    indent(groups.map((group) => resourceText(group, plan))),
    "};",
    "",
    COMMENT,
    `export function createMcpServer(client${typed(": Client")}, options${typed("?: $utils.McpOptions")})${typed(": Promise<$utils.McpServer>")} {`,
    indent(
      `return mcpServerOf(client, ${literal(packageName)}, resources, ${features.validation ? "modelFields" : "undefined"}, options);`,
    ),
    "}",
    "",
    "await serveIfMain(import.meta.url, Client, createMcpServer);",
  );
  if (isTyped) return [{ path: "mcp.ts", content: module }];
  const types = code(
    'import type { Client } from "./index.js";',
    'import type { McpOptions, McpServer } from "./utils/index.js";',
    "",
    COMMENT,
    "export declare function createMcpServer(client: Client, options?: McpOptions): Promise<McpServer>;",
  );
  return [
    { path: "mcp.js", content: module },
    { path: "mcp.d.ts", content: types },
  ];
}

function resourceText(group: GroupPlan, plan: SdkPlan): string[] {
  const { name, description, resource, relations, methods, className } = group;
  const parents = resource?.parents.map(({ parameter }) => parameter) ?? [];
  return [
    `${propertyName(name)}: {`,
    ...indent(
      description !== undefined && `about: ${literal(shortened(description, MOST_ABOUT))},`,
      parents.length > 0 && `parents: ${literal(parents)},`,
      relations.length > 0 && `relations: ${literal(relations.map((relation) => relation.name))},`,
      "methods: {",
      indent(methods.map((method) => `${propertyName(method.name)}: ${literal(methodFacts(group, method, plan))},`)),
      "},",
      resource && `spec: ${className}.spec,`,
    ),
    "},",
  ];
}

function methodFacts(group: GroupPlan, method: MethodPlan, { api }: SdkPlan): McpMethod {
  const { record, operation } = method;
  const about = operation.summary ?? operation.description;
  return {
    ...(record === undefined ? {} : { record }),
    route: `${operation.method.toUpperCase()} ${operation.path}`,
    ...(about === undefined ? {} : { about: shortened(about, MOST_ABOUT) }),
    example: shortened(sampleCall(api, group, method), MOST_EXAMPLE),
    ...(record === undefined ? { takes: argumentNames(method).filter((name) => name !== "options") } : {}),
  };
}

function shortened(text: string, most: number): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
