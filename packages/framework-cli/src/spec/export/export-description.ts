import { writeFileSync } from "node:fs";
import type { ApiDescription, Server } from "@onespec/spec-core";
import { readIfPresent } from "../../files/read-if-present.js";
import type { App } from "../../load/app.js";
import { describeActions } from "../../load/describe-actions.js";

/**
 * Builds the OpenAPI 3.1 description of the application from its actions and schemas. Other parts (the info object,
 * servers, tags, security schemes, descriptions of operations, extensions) come from the imported description, if there
 * is one.
 * @param contract the last import
 */
export function exportDescription(
  app: Pick<App, "actions" | "policies" | "schemas" | "config">,
  contract: ApiDescription | undefined,
  version: string,
): Readonly<Record<string, unknown>> {
  const { openapi, paths, components, info } = describeActions(app);
  const { prefix } = app.config.routes;
  const servers = contract?.servers.map(describeServer) ?? [];
  const described = new Map(
    contract?.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const { document = {} } = contract ?? {};
  const securitySchemes = { ...Object.fromEntries(contract?.securitySchemes ?? []), ...components.securitySchemes };
  return {
    openapi,
    info: document.info ?? { ...info, version },
    ...(servers.length > 0 ? { servers } : prefix !== "" && { servers: [{ url: prefix }] }),
    ...(contract !== undefined && contract.tags.length > 0 && { tags: contract.tags }),
    ...(document.externalDocs !== undefined && { externalDocs: document.externalDocs }),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => {
        const own = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
        const operations = Object.entries(item).map(([method, operation]) => {
          const known = described.get(`${method} ${own}`);
          const { description, extensions } = known ?? {};
          return [
            method,
            { ...(description !== undefined && { description }), ...extensions, ...(operation as object) },
          ];
        });
        return [own, Object.fromEntries(operations)];
      }),
    ),
    components: {
      ...components,
      ...(Object.keys(securitySchemes).length > 0 && { securitySchemes }),
    },
  };
}

function describeServer({ urlTemplate, description, variables }: Server): Readonly<Record<string, unknown>> {
  return {
    url: urlTemplate,
    ...(description !== undefined && { description }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
}

/** The text of a description for a file. */
export async function formatDescription(document: unknown, isYaml: boolean): Promise<string> {
  if (!isYaml) return `${JSON.stringify(document, null, 2)}\n`;
  const { dump } = await import("js-yaml");
  return dump(document, { noRefs: true, lineWidth: 120 });
}

/** Writes a text if it has changed. @param isCheck only compares @returns true if the file already had this text */
export function writeDescription(file: string, text: string, isCheck: boolean): boolean {
  if (readIfPresent(file) === text) return true;
  if (!isCheck) writeFileSync(file, text);
  return false;
}
