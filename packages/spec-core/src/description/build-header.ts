import type { Header } from "./api-description.js";
import {
  type BuildContext,
  builtOnce,
  isSet,
  mapMembers,
  type ObjectNode,
  objectAt,
  textMember,
} from "./build-context.js";
import { buildExamples } from "./build-example.js";
import { schemaOrAny } from "./schema-member.js";

/** The map `headers` of a response or an encoding. `Content-Type` is ignored there (OpenAPI 3.1, "Response Object"). */
export function buildHeaders(context: BuildContext, owner: ObjectNode): readonly Header[] {
  return mapMembers(context, owner, "headers").flatMap((member) => {
    if (member.key.toLowerCase() === "content-type") return [];
    const node = objectAt(context, member);
    return node ? [{ name: member.key, ...headerParts(context, node) }] : [];
  });
}

function headerParts(context: BuildContext, node: ObjectNode): Omit<Header, "name"> {
  return builtOnce(context, "header", node, () => {
    const [content] = mapMembers(context, node, "content");
    // A header has its schema and examples itself, or in its only media type.
    const owner = (content && objectAt(context, content)) ?? node;
    return {
      required: isSet(node, "required"),
      description: textMember(context, node, "description"),
      explode: isSet(node, "explode"),
      schema: schemaOrAny(context, owner, "schema"),
      examples: buildExamples(context, owner),
    };
  });
}
