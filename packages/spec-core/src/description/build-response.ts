import type { OperationResponse } from "./api-description.js";
import {
  type BuildContext,
  builtOnce,
  mapMembers,
  type ObjectNode,
  objectAt,
  textMember,
  warn,
} from "./build-context.js";
import { buildHeaders } from "./build-header.js";
import { buildLinks } from "./build-link.js";
import { buildContent } from "./build-media-type.js";

/** The map `responses` of an operation, in document order. */
export function buildResponses(context: BuildContext, operation: ObjectNode): readonly OperationResponse[] {
  return mapMembers(context, operation, "responses").flatMap((member) => {
    if (member.key.startsWith("x-")) return [];
    const status = normalStatus(member.key);
    if (status === undefined) {
      warn(context, member.uri, {
        code: "invalid-status",
        message: `\`${member.key}\` is no status code; this response is left out.`,
        hint: "Use a code such as 200, a range such as 2XX, or default.",
      });
      return [];
    }
    // `204: null` (or nothing, in YAML) still documents the status.
    const node = objectAt(context, member) ?? { value: {}, uri: member.uri };
    return [{ status, ...responseParts(context, node) }];
  });
}

function responseParts(context: BuildContext, node: ObjectNode): Omit<OperationResponse, "status"> {
  return builtOnce(context, "response", node, () => ({
    description: textMember(context, node, "description"),
    headers: buildHeaders(context, node),
    content: buildContent(context, node),
    links: buildLinks(context, node),
  }));
}

function normalStatus(key: string): string | undefined {
  const status = key.trim();
  if (/^[1-5]\d\d$/.test(status)) return status;
  if (/^[1-5]xx$/i.test(status)) return status.toUpperCase();
  return status.toLowerCase() === "default" ? "default" : undefined;
}
