import type { App } from "../../app/app.js";
import { describeActions } from "../../app/describe-actions.js";

/** Parts of a description that actions do not hold. */
const KEPT = ["servers", "tags", "externalDocs", "webhooks"] as const;

/**
 * The application's own OpenAPI 3.1 description, made of its actions and schemas. What they cannot know (the info object, servers,
 * tags, security schemes) comes from the description that was imported, if there was one.
 *
 * @param contract the document of the last import
 */
export function exportDescription(
  app: Pick<App, "actions" | "schemas" | "config">,
  contract: Readonly<Record<string, unknown>> | undefined,
  version: string,
): Readonly<Record<string, unknown>> {
  const { paths, components, info } = describeActions(app);
  const { prefix } = app.config.routes;
  const securitySchemes = (contract?.components as Record<string, unknown> | undefined)?.securitySchemes;
  return {
    openapi: "3.1.0",
    info: { ...(contract?.info ?? { ...info, version }) },
    ...(prefix !== "" && { servers: [{ url: prefix }] }),
    ...Object.fromEntries(KEPT.flatMap((key) => (contract?.[key] === undefined ? [] : [[key, contract[key]]]))),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, withoutMark(operation)])),
      ]),
    ),
    components: { ...components, ...(securitySchemes !== undefined && { securitySchemes }) },
  };
}

/** The mark that tells which action an operation is. */
const ACTION_EXTENSION = "x-action";

function withoutMark(operation: unknown): unknown {
  const { [ACTION_EXTENSION]: _, ...rest } = operation as Record<string, unknown>;
  return rest;
}
