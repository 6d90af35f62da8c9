import { type DiagnosticFormat, formatDiagnostics, type Remark, type Terminal } from "@onespec/command-line";
import { allDiagnostics, DescriptionError, loadDescription, validateDescription } from "@onespec/spec-core";
import type { OperationOverrides } from "../config/mock-extension.js";
import { findMockProblems } from "../features/x-mock/parse-mock-extension.js";
import { countText } from "./reports.js";

export interface CheckOptions {
  readonly allowRefs: boolean;
  readonly format: DiagnosticFormat;
  /** `operations` of the config file. */
  readonly operations: OperationOverrides | undefined;
}

/** Prints every problem of a description without serving it. The exit code is 1 if an operation cannot be served. */
export async function checkDescription(source: string, options: CheckOptions, terminal: Terminal): Promise<number> {
  const { remarks, operations } = await remarksOn(source, options);
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
): Promise<{ readonly remarks: readonly Remark[]; readonly operations: number }> {
  try {
    const api = await loadDescription(source, { allowRefs });
    const extensions = findMockProblems(api, overrides).map(
      (message): Remark => ({
        severity: "warning",
        code: "invalid-x-mock",
        message,
        location: { file: source, pointer: "" },
      }),
    );
    const remarks = [...allDiagnostics(api), ...(await validateDescription(api)), ...extensions];
    return { remarks, operations: api.operations.length };
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    const { code, message, hint, location } = error;
    return { remarks: [{ severity: "error", code, message, hint, location }], operations: 0 };
  }
}
