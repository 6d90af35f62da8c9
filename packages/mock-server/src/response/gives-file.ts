import { essence, isJsonType, selectSuccess } from "@onespec/http-contract";
import type { MediaType, Operation } from "@onespec/spec-core";

/** A GET that may answer a file. Text counts as well: a table may have come as a file. */
export function givesFiles(operation: Operation): boolean {
  if (operation.method !== "get") return false;
  const content = selectSuccess(operation).response?.content ?? [];
  return content.some(({ type }) => !isJsonType(essence(type)));
}

/** A file that the description calls a text in JSON: the server sends its bytes to clients that accept no JSON. */
export function givesText({ method, responses }: Pick<Operation, "method" | "responses">): boolean {
  const content = responses.find(({ status }) => /^2/.test(status))?.content ?? [];
  const isText = ({ type, schema }: MediaType): boolean =>
    isJsonType(essence(type)) && typeof schema?.json === "object" && schema.json.type === "string";
  return method === "get" && content.length > 0 && content.every(isText);
}
