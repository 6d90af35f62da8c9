import type { ProblemDetail } from "@onespec/http-contract";

const LONGEST_HEADER = 2000;

/** The violations of a request or its answer, as the text of a header. */
export function violationsText(violations: readonly ProblemDetail[]): string {
  const text = violations.map(({ in: part = "request", path, message }) =>
    [part, path, message].filter(Boolean).join(" "),
  );
  return text
    .join("; ")
    .replace(/[^\t\x20-\x7e]/g, "?")
    .slice(0, LONGEST_HEADER);
}
