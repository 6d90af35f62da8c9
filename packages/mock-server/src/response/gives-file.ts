import { essence, isJsonType, selectSuccess } from "@onespec/http-contract";
import type { MediaType, Operation } from "@onespec/spec-core";

/** True for a `GET` that may answer a file. Text counts, too, because a table may have been uploaded as a file. */
export function givesFiles(operation: Operation): boolean {
  if (operation.method !== "get") return false;
  const content = selectSuccess(operation).response?.content ?? [];
  return content.some(({ type }) => !isJsonType(essence(type)));
}

/** True if the description calls a file a text in JSON. The server sends its bytes to clients that do not accept JSON. */
export function givesText({ method, responses }: Pick<Operation, "method" | "responses">): boolean {
  const content = responses.find(({ status }) => /^2/.test(status))?.content ?? [];
  const isText = ({ type, schema }: MediaType): boolean =>
    isJsonType(essence(type)) && typeof schema?.json === "object" && schema.json.type === "string";
  return method === "get" && content.length > 0 && content.every(isText);
}
