import { isObject } from "../json/is-object.js";
import type { Server, ServerVariable } from "../model/api-description.js";
import {
  type BuildContext,
  listMembers,
  type ObjectNode,
  objectAt,
  objectMember,
  textMember,
  warn,
} from "./build-context.js";

/** Builds the list `servers` of a document, path item or operation. `undefined` if it has none. */
export function buildServers(context: BuildContext, owner: ObjectNode): readonly Server[] | undefined {
  if (!Object.hasOwn(owner.value, "servers")) return undefined;
  const servers = listMembers(context, owner, "servers").flatMap((member) => {
    const node = objectAt(context, member);
    return node && typeof node.value.url === "string" ? [buildServer(context, node, node.value.url)] : [];
  });
  return servers.length > 0 ? servers : undefined;
}

/** OpenAPI 3.1, "OpenAPI Object": without servers, there is one with the URL `/`. */
export const DEFAULT_SERVERS: readonly Server[] = [
  { url: "/", urlTemplate: "/", description: undefined, variables: {} },
];

/** Most variables of one server. Real descriptions have at most a hundredth of this. */
const MOST_VARIABLES = 1_000;

function buildServer(context: BuildContext, node: ObjectNode, urlTemplate: string): Server {
  const variables = buildVariables(context, node);
  return {
    url: urlTemplate.replace(/\{([^{}]*)\}/g, (text, name: string) =>
      Object.hasOwn(variables, name) ? (variables[name]?.default ?? text) : text,
    ),
    urlTemplate,
    description: textMember(context, node, "description"),
    variables,
  };
}

function buildVariables(context: BuildContext, node: ObjectNode): Server["variables"] {
  const map = objectMember(context, node, "variables");
  if (map === undefined) return {};
  const names = Object.keys(map.value);
  if (names.length > MOST_VARIABLES) {
    warn(context, map.uri, {
      code: "too-large",
      message: `A server has ${names.length} variables, more than ${MOST_VARIABLES}; they are ignored.`,
      hint: "Write an address for each server.",
    });
    return {};
  }
  return Object.fromEntries(
    names.flatMap((name) => {
      const variable = buildVariable(map.value[name]);
      return variable ? [[name, variable]] : [];
    }),
  );
}

function buildVariable(value: unknown): ServerVariable | undefined {
  if (!isObject(value)) return undefined;
  const allowed = Array.isArray(value.enum) ? value.enum.filter(isScalar).map(String) : undefined;
  const fallback = isScalar(value.default) ? String(value.default) : allowed?.[0];
  return fallback === undefined ? undefined : { default: fallback, enum: allowed };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
