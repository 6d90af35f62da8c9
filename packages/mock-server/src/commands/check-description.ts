import { type DiagnosticFormat, formatDiagnostics, type Remark, type Terminal } from "@onespec/command-line";
import { type ApiDescription, DescriptionError, validateDescription } from "@onespec/spec-core";
import { countText } from "../cli/count-text.js";
import type { OperationOverrides } from "../x-mock/mock-extension-layer.js";
import { readDescription } from "./read-description.js";
import { workOutRoles } from "./work-out-roles.js";

export interface CheckOptions {
  readonly allowRefs: boolean;
  readonly format: DiagnosticFormat;
  /** Of the config file. */
  readonly operations: OperationOverrides | undefined;
}

/** Says everything that is wrong with a description, and serves nothing. The exit code is 1 when something of it could not be served. */
export async function checkDescription(source: string, options: CheckOptions, terminal: Terminal): Promise<number> {
  const { remarks, operations } = await remarksOn(source, options, terminal);
  const { outColor: color, annotationRoot } = terminal;
  terminal.out(formatDiagnostics(options.format, remarks, { color, annotationRoot }));
  const errors = remarks.filter(({ severity }) => severity === "error").length;
  if (options.format !== "json") {
    const counts = [
      countText(operations, "operation"),
      countText(errors, "error"),
      countText(remarks.length - errors, "warning"),
    ];
    terminal.err(`${source}: ${counts.join(", ")}.\n`);
  }
  return errors > 0 ? 1 : 0;
}

async function remarksOn(
  source: string,
  { allowRefs, operations: overrides }: CheckOptions,
  terminal: Terminal,
): Promise<{ readonly remarks: readonly Remark[]; readonly operations: number }> {
  try {
    const api = await readDescription(source, { allowRefs });
    await workOutRoles(api, terminal.stop);
    readSchemas(api);
    const { findMockProblems } = await import("../x-mock/find-mock-problems.js");
    const extensions = findMockProblems(api, overrides).map(
      (message): Remark => ({
        severity: "warning",
        code: "invalid-x-mock",
        message,
        location: { file: source, pointer: "" },
      }),
    );
    const remarks = [...api.diagnostics, ...(await validateDescription(api)), ...extensions];
    return { remarks, operations: api.operations.length };
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    const { code, message, hint, location } = error;
    return { remarks: [{ severity: "error", code, message, hint, location }], operations: 0 };
  }
}

/** Schemas are read when they are first needed; what is wrong with them is known from then on. */
function readSchemas({ operations, schemas }: ApiDescription): void {
  for (const { json } of schemas.named.values()) void json;
  for (const { parameters, requestBody, responses } of operations) {
    const content = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
    const headers = responses.flatMap((response) => response.headers);
    for (const { schema } of [...parameters, ...headers, ...content]) void schema?.json;
  }
}
