import { plainText } from "@onespec/command-line";
import type { ProblemDetail } from "../errors/problem.js";

/** What is wrong with a request that was answered all the same, on one line. */
export function formatViolations(method: string, path: string, violations: readonly ProblemDetail[]): string {
  const found = violations.map(({ in: part, path: place, message }) => `${part} ${place} ${message}`).join("; ");
  return `warning: ${plainText(`${method} ${path}: ${found}`)}\n`;
}
