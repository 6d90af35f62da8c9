import { type Answer, essence, headerText, isUploadType, negotiateMediaType } from "@onespec/http-contract";
import type { MediaType, Operation } from "@onespec/spec-core";
import type { Behaviour, BehaviourWrapper, Call } from "../../model/mock-context.js";
import { givesFiles, givesText } from "../../response/gives-file.js";

/**
 * Stores the files that operations receive, and serves stored files. Other operations are unchanged. The code is loaded with the first call
 * that needs it.
 */
export const withFiles: BehaviourWrapper = (context, { operation, response }, behave) => {
  const removes = operation.method === "delete" && operation.role.kind !== "delete";
  const asText = givesText(operation);
  const isAbout = removes || takesFiles(operation) || givesFiles(operation) || asText;
  if (response.status >= 400 || !isAbout) return behave;
  let loading: Promise<Behaviour> | undefined;
  return (call) => {
    const isJson = call.answerAs === undefined || call.answerAs.kind === "json";
    const isPlain = call.files === undefined && isJson && !(asText && refusesJson(call));
    return isPlain && !removes ? behave(call) : withLoaded(call);
  };

  async function withLoaded(call: Call): Promise<Answer> {
    loading ??= import("./file-behaviour.js").then(({ createFileBehaviour }) =>
      createFileBehaviour(context, operation, behave),
    );
    return (await loading)(call);
  }
};

function takesFiles({ requestBody }: Operation): boolean {
  return requestBody?.content.some(isOfFiles) ?? false;
}

function refusesJson({ target }: Call): boolean {
  const accept = headerText(target.headers, "accept");
  return negotiateMediaType(["application/json"], accept) === undefined;
}

function isOfFiles({ type }: MediaType): boolean {
  return isUploadType(type) || essence(type).includes("*");
}
