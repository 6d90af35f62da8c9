import { plainText } from "@onespec/command-line";
import type { OperationTally } from "../features/proxy/exchange-tally.js";
import { countText } from "./reports.js";

/** The report of a proxy at the end: each operation with its violations, the most frequent first. */
export function formatTally(operations: readonly OperationTally[]): string {
  if (operations.length === 0) return "Nothing was passed on.\n";
  const lines = operations.flatMap(({ operation, operationId, requests, violations }) => {
    const name = operationId === undefined ? `${operation} (not in the description)` : operation;
    const count = violations.length === 0 ? "" : `, ${countText(violations.length, "violation")}`;
    return [
      `${plainText(name)}: ${countText(requests, "request")}${count}`,
      ...violations.map(({ in: part, path, message, count: times }) => {
        return `  ${times} x ${plainText(`${part} ${path} ${message}`.replace("  ", " "))}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
