import { essence, isJsonType } from "@onespec/http-requests";
import type { MediaType, Operation } from "@onespec/spec-core";
import { isUploadType } from "../request/upload.js";
import type { Answer } from "../response/answer.js";
import { selectSuccess } from "../response/select-response.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";

/**
 * Has an operation that takes or gives files keep them, or serve those that were kept. Others stay as they are; the code for it is
 * loaded by the first call of such an operation.
 */
export function withFiles(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const removes = operation.method === "delete" && operation.role.kind !== "delete";
  if (!removes && !takesFiles(operation) && !givesFiles(operation)) return behave;
  let loading: Promise<Behaviour> | undefined;
  return (call) => {
    const isPlain = call.values.files === undefined && (call.body === undefined || call.body.kind === "json");
    return isPlain && !removes ? behave(call) : withLoaded(call);
  };

  async function withLoaded(call: Call): Promise<Answer> {
    loading ??= import("./file-behaviour.js").then(({ createFileBehaviour }) =>
      createFileBehaviour(context, operation, behave),
    );
    return (await loading)(call);
  }
}

function takesFiles({ requestBody }: Operation): boolean {
  return requestBody?.content.some(isOfFiles) ?? false;
}

/** Text counts as well: a table may have come as a file. */
function givesFiles(operation: Operation): boolean {
  if (operation.method !== "get") return false;
  const content = selectSuccess(operation).response?.content ?? [];
  return content.some(({ type }) => !isJsonType(essence(type)));
}

function isOfFiles({ type }: MediaType): boolean {
  return isUploadType(type) || essence(type).includes("*");
}
