import type { HttpMethod } from "../model/api-description.js";
import { type BuildContext, mapMembers, type ObjectNode, objectMember } from "./build-context.js";

/** In the order of OpenAPI's Path Item Object. */
const METHODS: readonly HttpMethod[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The place of an operation in its path item: `owner.value[key]`. */
interface OperationMember {
  readonly method: HttpMethod;
  readonly owner: ObjectNode;
  readonly key: string;
  /** Tokens from the path item to the operation. */
  readonly tokens: readonly string[];
}

/** The operations of a path item, OpenAPI 3.2's `query` and `additionalOperations` last. */
export function operationMembers(context: BuildContext, pathItem: ObjectNode): OperationMember[] {
  const isNew = context.line === "3.2";
  const methods = isNew ? [...METHODS, "query"] : METHODS;
  const members: OperationMember[] = methods
    .filter((method) => Object.hasOwn(pathItem.value, method))
    .map((method) => ({ method, owner: pathItem, key: method, tokens: [method] }));
  const additional = isNew ? objectMember(context, pathItem, "additionalOperations") : undefined;
  if (additional) {
    for (const { key } of mapMembers(context, pathItem, "additionalOperations")) {
      const member = { owner: additional, key, tokens: ["additionalOperations", key] };
      if (!key.startsWith("x-")) members.push({ method: key.toLowerCase(), ...member });
    }
  }
  return members;
}
