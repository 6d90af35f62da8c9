import { plainText } from "@onespec/command-line";
import { createColors } from "picocolors";
import type { ExplainedOperation } from "../explain/explain-operations.js";

/** Every operation, what it was taken for and why, and below it where each parameter goes. */
export function formatExplanation(operations: readonly ExplainedOperation[], color: boolean): string {
  const colors = createColors(color);
  const lines = operations.flatMap(({ method, path, role, resource, reason, parameters, mock }) => {
    const taken = resource === undefined ? role : `${role} of ${resource}`;
    const width = Math.max(0, ...parameters.map(({ name }) => name.length));
    return [
      `${colors.bold(plainText(`${method} ${path}`))}  ${colors.cyan(plainText(taken))}`,
      `  ${colors.dim(plainText(reason))}`,
      ...parameters.map(
        ({ name, in: place, use }) => `  ${plainText(`${place.padEnd(6)} ${name.padEnd(width)}`)}  ${plainText(use)}`,
      ),
      ...(mock === undefined ? [] : [`  x-mock ${plainText(JSON.stringify(mock))}`]),
    ];
  });
  return `${lines.join("\n")}\n\n`;
}
