import { isObject } from "../json/is-object.js";
import { lazily } from "../lazy/lazily.js";
import type { Link, OperationResponse } from "../model/api-description.js";
import { buildContent, buildHeaders } from "./build-content.js";
import {
  type BuildContext,
  builtOnce,
  mapMembers,
  type ObjectNode,
  objectAt,
  textMember,
  warn,
} from "./build-context.js";

/** The map `responses` of an operation, in document order. */
export function buildResponses(context: BuildContext, operation: ObjectNode): readonly OperationResponse[] {
  return mapMembers(context, operation, "responses").flatMap((member) => {
    if (member.key.startsWith("x-")) return [];
    const status = normalStatus(member.key);
    if (status === undefined) {
      warn(context, member.uri, {
        code: "invalid-status",
        message: `\`${member.key}\` is not a status code; this response is skipped.`,
        hint: "Use a code such as 200, a range such as 2XX, or default.",
      });
      return [];
    }
    // `204: null` (or an empty value in YAML) still documents the status.
    const node = objectAt(context, member) ?? { value: {}, uri: member.uri };
    return [builtOnce(context, status, node, () => buildResponse(context, status, node))];
  });
}

function buildResponse(context: BuildContext, status: string, node: ObjectNode): OperationResponse {
  return lazily(
    { status, description: textMember(context, node, "description") },
    {
      headers: () => buildHeaders(context, node),
      content: () => buildContent(context, node, true),
      links: () => buildLinks(context, node),
    },
  );
}

/** Normalizes `200`, `2XX` or `default`. `undefined` for anything else. */
export function normalStatus(key: string): string | undefined {
  const status = key.trim();
  if (/^[1-5]\d\d$/.test(status)) return status;
  if (/^[1-5]xx$/i.test(status)) return status.toUpperCase();
  return status.toLowerCase() === "default" ? "default" : undefined;
}

/** The map `links` of a response. */
function buildLinks(context: BuildContext, response: ObjectNode): Readonly<Record<string, Link>> {
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
    parameters: isObject(parameters) ? parameters : {},
    requestBody,
  };
}
