import { escapeToken } from "../document/json-pointer.js";
import type { Webhook } from "./api-description.js";
import { type BuildContext, mapMembers, type ObjectNode, objectAt, objectMember } from "./build-context.js";
import { buildRequestBody } from "./build-request-body.js";
import { operationMembers } from "./operation-members.js";

/** OpenAPI 3.1, "webhooks"; one for each method of each. */
export function buildWebhooks(context: BuildContext, root: ObjectNode): readonly Webhook[] {
  return mapMembers(context, root, "webhooks").flatMap((member) => {
    const pathItem = member.key.startsWith("x-") ? undefined : objectAt(context, member);
    if (!pathItem) return [];
    return operationMembers(context, pathItem).flatMap(({ method, owner, key }) => {
      const operation = objectMember(context, owner, key);
      if (!operation) return [];
      return [
        {
          name: member.key,
          method,
          requestBody: buildRequestBody(context, operation),
          pointer: `/webhooks/${escapeToken(member.key)}/${method}`,
        },
      ];
    });
  });
}
