import { formatProblem } from "@onespec/command-line";
import type { ApiDescription, Diagnostic } from "@onespec/spec-core";
import { countText } from "./count-text.js";

const MAX_ERRORS = 20;
const MAX_WARNINGS = 3;
/** Above this many operations a warning names the pointer and not the line: finding lines would hold up the first request. */
const MAX_OPERATIONS_TO_LOCATE = 500;

/** Why a description with broken operations is not served: every problem up to a bound, then what to do. */
export function formatBroken(api: ApiDescription, color: boolean): string {
  const { errors } = api;
  const touched = new Set(errors.flatMap(({ operations }) => operations ?? []));
  const what = touched.size === 0 ? "parts of it" : countText(touched.size, "operation");
  const conclusion = {
    message: `Not started: ${countText(errors.length, "problem")} in ${api.source} ${errors.length === 1 ? "breaks" : "break"} ${what}.`,
    hint: "Mend the description, or leave the broken operations out with --lenient.",
  };
  return formatDiagnostics(errors, MAX_ERRORS, color) + formatProblem("error", conclusion, color);
}

/** What was read loosely or left out, the first few. Empty when all is well. */
export function formatWarnings({ diagnostics, operations }: ApiDescription, color: boolean): string {
  if (operations.length <= MAX_OPERATIONS_TO_LOCATE) return formatDiagnostics(diagnostics, MAX_WARNINGS, color);
  const unlocated = diagnostics.map((diagnostic) => {
    const { file, pointer } = diagnostic.location;
    return { ...diagnostic, location: { file, pointer } };
  });
  return formatDiagnostics(unlocated, MAX_WARNINGS, color);
}

function formatDiagnostics(diagnostics: readonly Diagnostic[], max: number, color: boolean): string {
  // One more problem costs hardly more than the line that says it was left out.
  const shown = diagnostics.length <= max + 1 ? diagnostics : diagnostics.slice(0, max);
  const more = diagnostics.length - shown.length;
  const lines = shown.map((diagnostic) => formatProblem(diagnostic.severity, diagnostic, color));
  return lines.join("") + (more > 0 ? `… and ${countText(more, "problem")} more.\n` : "");
}
