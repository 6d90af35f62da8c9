import { formatProblem, type Terminal } from "@onespec/command-line";
import { allDiagnostics, type Diagnostic } from "@onespec/spec-core";
import { FrameworkError } from "../errors/framework-error.js";
import { type ImportSource, readImportSource } from "../spec/import/import-source.js";
import { countText } from "../text/phrases.js";
import type { CommonFlags } from "./command-context.js";

/** Finding the line of a problem takes time in a large description. */
const MOST_SHOWN = 20;

/**
 * Reads a description that is to be imported and reports its problems on standard error.
 *
 * @throws DescriptionError; FrameworkError DESCRIPTION_BROKEN if operations cannot be read as written, unless `lenient`
 */
export async function readDescription(name: string, flags: CommonFlags, terminal: Terminal): Promise<ImportSource> {
  const source = await readImportSource(name, flags.allowRefs ?? false);
  const { errors } = source.api;
  const isRefused = errors.length > 0 && !flags.lenient;
  report(isRefused ? errors : allDiagnostics(source.api), terminal);
  if (!isRefused) return source;
  const touched = new Set(errors.flatMap(({ operations }) => operations ?? []));
  const what = touched.size === 0 ? "parts of it" : countText(touched.size, "operation");
  throw new FrameworkError(
    "DESCRIPTION_BROKEN",
    `Nothing was imported: ${countText(errors.length, "problem")} in ${name} ${errors.length === 1 ? "breaks" : "break"} ${what}.`,
    { hint: "Fix the description, or add --lenient to import what can be read." },
  );
}

function report(diagnostics: readonly Diagnostic[], { err, errColor }: Terminal): void {
  for (const diagnostic of diagnostics.slice(0, MOST_SHOWN)) {
    err(formatProblem(diagnostic.severity, diagnostic, errColor));
  }
  const more = diagnostics.length - MOST_SHOWN;
  if (more > 0) err(`… and ${countText(more, "problem")} more.\n`);
}
