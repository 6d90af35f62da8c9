import { excerpt } from "../run/check-reply.js";
import type { CheckReport } from "../run/check-report.js";
import type { Finding } from "../run/finding.js";
import { curlLine } from "./curl-line.js";

/**
 * The lines that every report shows for a finding: the mistake, the place of the schema, the answer, and each request
 * as a `curl` line.
 */
export function findingLines(
  finding: Finding,
  report: Pick<CheckReport, "url" | "credentials">,
  { allSteps = false }: { readonly allSteps?: boolean } = {},
): { readonly text: readonly string[]; readonly curl: readonly string[] } {
  const { rule, cause, details, exchanges } = finding;
  const text = [
    ...details.slice(0, MOST_DETAILS).map(clip),
    ...(rule === "body-invalid" && cause.startsWith("/") ? [`at #${cause}`] : []),
    ...answerLines(finding),
  ];
  const shown = allSteps ? exchanges : exchanges.slice(isReadBack(exchanges) ? -2 : -1);
  return { text, curl: shown.map(({ request }) => curlLine(report, request)) };
}

/** True if the last request reads what the request before it wrote. */
function isReadBack(exchanges: Finding["exchanges"]): boolean {
  const [write, read] = exchanges.slice(-2).map(({ request }) => request.method);
  return read === "GET" && write !== "GET" && write !== "HEAD" && write !== "OPTIONS";
}

const MOST_DETAILS = 3;

function answerLines({ exchanges, details }: Finding): string[] {
  const reply = exchanges.at(-1)?.reply;
  if (reply === undefined || reply.text === "") return [];
  const text = excerpt(reply);
  return details.some((detail) => detail.includes(text)) ? [] : [`answer: ${reply.status} ${clip(text)}`];
}

/** One short line. Control characters of an answer are not passed on. */
export function clip(text: string): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, " ");
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}
