import { plainText } from "@onespec/command-line";
import type { PassedExchange } from "../features/proxy/proxy.js";
import { countText } from "./reports.js";

interface Counts {
  requests: number;
  /** Times that each violation was seen. */
  readonly violations: Map<string, number>;
}

/** What a proxy has passed on, by operation. */
export class ProxyTally {
  readonly #operations = new Map<string, Counts>();

  add({ method, path, operation, violations }: PassedExchange): void {
    const key = operation ? `${method} ${operation.path}` : `${method} ${path} (not in the description)`;
    const counts = this.#operations.get(key) ?? { requests: 0, violations: new Map() };
    this.#operations.set(key, counts);
    counts.requests += 1;
    for (const { in: part = "request", path: place = "", message } of violations) {
      const text = `${part} ${String(place).replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${message}`.replace("  ", " ");
      counts.violations.set(text, (counts.violations.get(text) ?? 0) + 1);
    }
  }

  /** The report at the end: each operation with its violations, the most frequent first. */
  format(): string {
    if (this.#operations.size === 0) return "Nothing was passed on.\n";
    const lines = [...this.#operations]
      .sort()
      .flatMap(([key, { requests, violations }]) => [
        `${plainText(key)}: ${countText(requests, "request")}${violations.size === 0 ? "" : `, ${countText(violations.size, "violation")}`}`,
        ...[...violations].sort(([, a], [, b]) => b - a).map(([text, count]) => `  ${count} x ${plainText(text)}`),
      ]);
    return `${lines.join("\n")}\n`;
  }
}
