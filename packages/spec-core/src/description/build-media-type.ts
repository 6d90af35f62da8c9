import type { Encoding, MediaType, ParameterStyle } from "./api-description.js";
import { type BuildContext, builtOnce, mapMembers, type ObjectNode, objectAt, textMember } from "./build-context.js";
import { buildExamples } from "./build-example.js";
import { buildHeaders } from "./build-header.js";
import { isParameterStyle } from "./parameter-style.js";
import { schemaMember } from "./schema-member.js";

/** The map `content` of a request body, response or parameter. */
export function buildContent(context: BuildContext, owner: ObjectNode): readonly MediaType[] {
  return mapMembers(context, owner, "content").map((member) => {
    // `application/json: null` (or nothing, in YAML) still names the media type.
    const node = objectAt(context, member) ?? { value: {}, uri: member.uri };
    const type = member.key.trim().toLowerCase();
    return builtOnce(context, type, node, () => buildMediaType(context, type, node));
  });
}

/** Schemas are made at once; examples and encodings, which few operations are asked for, when first looked at. */
function buildMediaType(context: BuildContext, type: string, node: ObjectNode): MediaType {
  let examples: MediaType["examples"] | undefined;
  let encoding: MediaType["encoding"] | undefined;
  return {
    type,
    schema: schemaMember(context, node, "schema"),
    itemSchema: schemaMember(context, node, "itemSchema"),
    get examples() {
      examples ??= buildExamples(context, node);
      return examples;
    },
    get encoding() {
      encoding ??= buildEncodings(context, node);
      return encoding;
    },
  };
}

function buildEncodings(context: BuildContext, owner: ObjectNode): MediaType["encoding"] {
  return Object.fromEntries(
    mapMembers(context, owner, "encoding").flatMap((member) => {
      const node = objectAt(context, member);
      return node ? [[member.key, buildEncoding(context, node)]] : [];
    }),
  );
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
