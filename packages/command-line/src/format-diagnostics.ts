import { relative, resolve, sep } from "node:path";
import type { Diagnostic } from "@onespec/spec-core";
import { formatProblem, type Problem } from "./report-error.js";

/** How problems are printed: for people, for programs, or as annotations of a pull request. */
export const DIAGNOSTIC_FORMATS: readonly ["text", "json", "github"] = ["text", "json", "github"];

export type DiagnosticFormat = (typeof DIAGNOSTIC_FORMATS)[number];

/** A remark on a description, or the error that keeps it from being read. */
export interface Remark extends Problem {
  readonly severity: Diagnostic["severity"];
  readonly code: string;
}

export interface FormatOptions {
  readonly color: boolean;
  /** Absolute; annotations name files from here. Where absent, files keep the names that they have. */
  readonly annotationRoot?: string | undefined;
}

/** All remarks, one after the other; a JSON array with `json`. */
export function formatDiagnostics(
  format: DiagnosticFormat,
  remarks: readonly Remark[],
  { color, annotationRoot }: FormatOptions,
): string {
  switch (format) {
    case "text":
      return remarks.map((remark) => formatProblem(remark.severity, remark, color)).join("");
    case "json":
      return `${JSON.stringify(remarks.map(toJson), null, 2)}\n`;
    case "github":
      return remarks.map((remark) => annotation(remark, annotationRoot)).join("");
  }
}

function toJson({ severity, code, message, hint, location }: Remark): object {
  return { severity, code, message, hint, ...location };
}

/** @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation({ severity, code, message, hint, location }: Remark, root: string | undefined): string {
  const { file, line, column } = location ?? {};
  const properties = [
    ...(file === undefined ? [] : [`file=${propertyText(fileFrom(root, file))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(line === undefined || column === undefined ? [] : [`col=${column}`]),
    `title=${propertyText(code)}`,
  ];
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${severity} ${properties.join(",")}::${dataText(text)}\n`;
}

function fileFrom(root: string | undefined, file: string): string {
  if (root === undefined || /^https?:/.test(file)) return file;
  return relative(root, resolve(file)).split(sep).join("/");
}

function dataText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function propertyText(text: string): string {
  return dataText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
