import { isJsonObject } from "../document/json-object.js";
import type { Link } from "./api-description.js";
import { type BuildContext, mapMembers, type ObjectNode, objectAt, textMember } from "./build-context.js";

/** The map `links` of a response. */
export function buildLinks(context: BuildContext, response: ObjectNode): Readonly<Record<string, Link>> {
  return Object.fromEntries(
    mapMembers(context, response, "links").flatMap((member) => {
      const node = objectAt(context, member);
      return node ? [[member.key, buildLink(context, node)]] : [];
    }),
  );
}

function buildLink(context: BuildContext, node: ObjectNode): Link {
  const { parameters, requestBody } = node.value;
  return {
    operationId: textMember(context, node, "operationId"),
    operationRef: textMember(context, node, "operationRef"),
    parameters: isJsonObject(parameters) ? parameters : {},
    requestBody,
  };
}
