import {
  type DiagnosticFormat,
  formatDiagnostics,
  formatProblem,
  plainText,
  type Remark,
  type Terminal,
} from "@onespec/command-line";
import { DescriptionError } from "@onespec/spec-core";
import type { SdkOptions } from "../config/sdk-options.js";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import { generateSdk } from "../generate-sdk.js";
import { formatJson, formatReport, formatVerbose } from "./report.js";

/** A call of the command line. */
export interface Invocation {
  readonly source: string;
  readonly folder: string;
  readonly flags: GenerateFlags;
}

/** The flags as commander parses them. Absent flags were not given. */
export interface GenerateFlags extends Partial<Omit<SdkOptions, "stop" | "onProgress">> {
  readonly json?: boolean;
  readonly format?: DiagnosticFormat;
  readonly verbose?: boolean;
}

/** The exit code in shells for a command that Ctrl-C has ended. */
const INTERRUPTED = 130;

const MOST_PROBLEMS = 20;

/** Generates or compares, prints the report, and returns the exit code. */
export async function generate({ source, folder, flags }: Invocation, terminal: Terminal): Promise<number> {
  const { json, format, verbose, ...options } = flags;
  const annotate = (remarks: readonly Remark[]): void => {
    if (format !== "github") return;
    const { annotationRoot } = terminal;
    terminal.out(formatDiagnostics("github", remarks, { color: false, annotationRoot }));
  };
  const onProgress = (doing: string): void => terminal.err(`${plainText(doing)}\n`);
  const report = await generateSdk(source, folder, { ...options, onProgress, stop: terminal.stop }).catch(
    (error: unknown) => {
      if (error instanceof SdkGenError && error.code === "STOPPED") return undefined;
      if (error instanceof SdkGenError) {
        annotate([...error.problems, ...surfaceRemarks(error.changes, source)]);
        for (const problem of error.problems.slice(0, MOST_PROBLEMS))
          terminal.err(formatProblem("error", problem, terminal.errColor));
      }
      if (error instanceof DescriptionError) annotate([{ severity: "error", ...errorFacts(error) }]);
      throw error;
    },
  );
  if (!report) {
    terminal.err("Stopped: nothing was written.\n");
    return INTERRUPTED;
  }
  const facts = {
    report,
    folder,
    check: options.check ?? false,
    dryRun: options.dryRun ?? false,
    elapsedMs: terminal.elapsed(),
  };
  annotate(report.diagnostics);
  annotate(surfaceRemarks(report.surface, source));
  if (json || format === "json") terminal.out(formatJson(facts));
  else {
    if (verbose) terminal.out(formatVerbose(report));
    terminal.out(formatReport(facts, terminal.outColor));
  }
  return options.check && report.stale ? 1 : 0;
}

/** The changes that callers will notice, located at the description that brings them. */
function surfaceRemarks(changes: SdkGenError["changes"], source: string): Remark[] {
  return changes.map(({ effect, message }) => ({
    severity: effect === "breaking" ? "error" : "warning",
    code: `surface-${effect}`,
    message,
    location: { file: source, pointer: "" },
  }));
}

function errorFacts({ code, message, hint, location }: DescriptionError): Omit<Remark, "severity"> {
  return { code, message, hint, location };
}
