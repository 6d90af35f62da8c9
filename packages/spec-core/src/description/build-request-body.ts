import type { RequestBody } from "./api-description.js";
import { type BuildContext, builtOnce, isSet, type ObjectNode, objectMember, textMember } from "./build-context.js";
import { buildContent } from "./build-media-type.js";

/** The `requestBody` of an operation. */
export function buildRequestBody(context: BuildContext, operation: ObjectNode): RequestBody | undefined {
  const node = objectMember(context, operation, "requestBody");
  if (!node) return undefined;
  return builtOnce(context, "request body", node, () => ({
    required: isSet(node, "required"),
    description: textMember(context, node, "description"),
    content: buildContent(context, node),
  }));
}
