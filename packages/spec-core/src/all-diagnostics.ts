import type { Diagnostic } from "./errors/diagnostic.js";
import type { ApiDescription } from "./model/api-description.js";

/**
 * All diagnostics of a description. Reads every role and schema first, so that the problems of schemas are included.
 */
export function allDiagnostics(api: ApiDescription): readonly Diagnostic[] {
  const { operations, schemas } = api;
  for (const { json } of schemas.named.values()) void json;
  for (const { role, parameters, requestBody, responses } of operations) {
    void role;
    const content = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
    const headers = responses.flatMap((response) => response.headers);
    for (const { schema } of [...parameters, ...headers, ...content]) void schema?.json;
  }
  return api.diagnostics;
}
