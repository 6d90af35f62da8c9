import { isObject } from "../json/is-object.js";
import type { SecurityRequirement, SecurityScheme } from "../model/api-description.js";
import {
  type BuildContext,
  listMembers,
  mapMembers,
  type ObjectNode,
  objectAt,
  objectMember,
  textMember,
  warn,
} from "./build-context.js";

/** Builds the map `components/securitySchemes`. Skips schemes of a type that OpenAPI does not have. */
export function buildSecuritySchemes(context: BuildContext, root: ObjectNode): ReadonlyMap<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>();
  const components = objectMember(context, root, "components");
  for (const member of components ? mapMembers(context, components, "securitySchemes") : []) {
    const node = objectAt(context, member);
    const scheme = node && buildScheme(context, node);
    if (scheme) schemes.set(member.key, scheme);
    else if (node) {
      warn(context, node.uri, {
        code: "invalid-security-scheme",
        message: `The security scheme \`${member.key}\` is incomplete or of an unknown type; it is skipped.`,
        hint: "Its `type` is apiKey (with `name` and `in`), http (with `scheme`), oauth2, openIdConnect or mutualTLS.",
      });
    }
  }
  return schemes;
}

/** Builds the list `security`. `undefined` if the owner has none; `[]` if no credentials are needed. */
export function buildSecurity(context: BuildContext, owner: ObjectNode): readonly SecurityRequirement[] | undefined {
  if (!Array.isArray(owner.value.security)) return undefined;
  return listMembers(context, owner, "security").flatMap(({ value }) => {
    if (!isObject(value)) return [];
    return [
      Object.entries(value).map(([scheme, scopes]) => ({
        scheme,
        scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
      })),
    ];
  });
}

function buildScheme(context: BuildContext, node: ObjectNode): SecurityScheme | undefined {
  const description = textMember(context, node, "description");
  const described = description === undefined ? {} : { description };
  const { type, flows, in: location } = node.value;
  switch (type) {
    case "apiKey": {
      const name = textMember(context, node, "name");
      if (name === undefined || (location !== "query" && location !== "header" && location !== "cookie"))
        return undefined;
      return { type, name, in: location, ...described };
    }
    case "http": {
      const scheme = textMember(context, node, "scheme");
      const bearerFormat = textMember(context, node, "bearerFormat");
      if (scheme === undefined) return undefined;
      return { type, scheme, ...(bearerFormat === undefined ? {} : { bearerFormat }), ...described };
    }
    case "mutualTLS":
      return { type, ...described };
    case "oauth2":
      return { type, flows: isObject(flows) ? flows : {}, ...described };
    case "openIdConnect":
      return { type, openIdConnectUrl: textMember(context, node, "openIdConnectUrl") ?? "", ...described };
    default:
      return undefined;
  }
}
