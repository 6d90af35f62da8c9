import type { Encoding, MediaType, ParameterStyle } from "./api-description.js";
import { type BuildContext, builtOnce, mapMembers, type ObjectNode, objectAt, textMember } from "./build-context.js";
import { buildExamples } from "./build-example.js";
import { buildHeaders } from "./build-header.js";
import { isParameterStyle } from "./parameter-style.js";
import { schemaMember } from "./schema-member.js";

/** The map `content` of a request body, response, parameter or header. */
export function buildContent(context: BuildContext, owner: ObjectNode): readonly MediaType[] {
  return mapMembers(context, owner, "content").map((member) => {
    const type = member.key.trim().toLowerCase();
    // `application/json: null` (or nothing, in YAML) still names the media type.
    const node = objectAt(context, member) ?? { value: {}, uri: member.uri };
    return { type, ...mediaTypeParts(context, node) };
  });
}

function mediaTypeParts(context: BuildContext, node: ObjectNode): Omit<MediaType, "type"> {
  return builtOnce(context, "media type", node, () => ({
    schema: schemaMember(context, node, "schema"),
    itemSchema: schemaMember(context, node, "itemSchema"),
    examples: buildExamples(context, node),
    encoding: Object.fromEntries(
      mapMembers(context, node, "encoding").flatMap((member) => {
        const encoding = objectAt(context, member);
        return encoding ? [[member.key, buildEncoding(context, encoding)]] : [];
      }),
    ),
  }));
}

function buildEncoding(context: BuildContext, node: ObjectNode): Encoding {
  const { style, explode } = node.value;
  return {
    contentType: textMember(context, node, "contentType"),
    style: isParameterStyle(style) ? (style satisfies ParameterStyle) : undefined,
    explode: typeof explode === "boolean" ? explode : undefined,
    headers: buildHeaders(context, node),
  };
}
