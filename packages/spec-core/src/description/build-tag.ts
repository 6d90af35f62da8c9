import type { Tag } from "./api-description.js";
import { type BuildContext, listMembers, type ObjectNode, objectAt, textMember } from "./build-context.js";

/** The list `tags` of the document. */
export function buildTags(context: BuildContext, root: ObjectNode): readonly Tag[] {
  return listMembers(context, root, "tags").flatMap((member) => {
    const node = objectAt(context, member);
    const name = node && textMember(context, node, "name");
    return node && name !== undefined ? [{ name, description: textMember(context, node, "description") }] : [];
  });
}
