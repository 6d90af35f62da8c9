import { joinPointer } from "../json/json-pointer.js";
import type { Callback, Webhook } from "../model/api-description.js";
import { buildRequestBody } from "./build-content.js";
import { type BuildContext, mapMembers, type ObjectNode, objectAt, objectMember } from "./build-context.js";
import { buildParameters } from "./build-parameter.js";
import { operationMembers } from "./operation-members.js";

/** OpenAPI 3.1, "webhooks". Returns one entry for each method of each webhook. */
export function buildWebhooks(context: BuildContext, root: ObjectNode): readonly Webhook[] {
  return mapMembers(context, root, "webhooks").flatMap((member) => {
    const pathItem = member.key.startsWith("x-") ? undefined : objectAt(context, member);
    return pathItem ? buildSent(context, pathItem, member.key, joinPointer("/webhooks", member.key)) : [];
  });
}

/** The `callbacks` of an operation. @param pointer of the operation */
export function buildCallbacks(context: BuildContext, operation: ObjectNode, pointer: string): readonly Callback[] {
  return mapMembers(context, operation, "callbacks").flatMap((member) => {
    const callback = member.key.startsWith("x-") ? undefined : objectAt(context, member);
    return Object.keys(callback?.value ?? {}).flatMap((expression) => {
      const pathItem = callback && !expression.startsWith("x-") && objectMember(context, callback, expression);
      if (!pathItem) return [];
      const place = joinPointer(pointer, "callbacks", member.key, expression);
      return buildSent(context, pathItem, member.key, place).map((sent) => Object.assign(sent, { expression }));
    });
  });
}

/** The requests that a path item of a webhook or callback describes. */
function buildSent(context: BuildContext, pathItem: ObjectNode, name: string, pointer: string): Webhook[] {
  return operationMembers(context, pathItem).flatMap(({ method, owner, key, tokens }) => {
    const operation = objectMember(context, owner, key);
    if (!operation) return [];
    let parameters: Webhook["parameters"] | undefined;
    return [
      {
        name,
        method,
        requestBody: buildRequestBody(context, operation),
        pointer: joinPointer(pointer, ...tokens),
        get parameters() {
          parameters ??= buildParameters(context, [operation, pathItem]);
          return parameters;
        },
      },
    ];
  });
}
