import { shownText } from "../run/check-reply.js";
import type { CheckReport } from "../run/check-report.js";
import type { Comparison } from "./baseline.js";
import { curlLine } from "./curl-line.js";
import { distinctFindings } from "./group-findings.js";

/** The report as plain data, for programs. */
export function toJson(report: CheckReport, { fresh, known, gone, unseen }: Comparison): object {
  const { title, url, seed, operations, requests, seconds, isAborted, leftovers, skipped, stories } = report;
  const isNew = new Set(fresh.map(({ id }) => id));
  return {
    title,
    url,
    seed,
    operations,
    unchecked: Object.fromEntries(report.unchecked),
    locked: report.locked,
    unguarded: [...report.unguarded],
    refusedCredentials: report.refusedCredentials,
    requests,
    seconds: Math.round(seconds * 1000) / 1000,
    aborted: isAborted,
    leftovers,
    findings: [...fresh, ...known, ...distinctFindings(report, "note")].map((finding) => {
      const last = finding.exchanges.at(-1);
      return {
        id: finding.id,
        rule: finding.rule,
        severity: finding.severity,
        new: isNew.has(finding.id),
        title: finding.title,
        operation: finding.operation,
        aspect: finding.aspect,
        cause: finding.cause,
        details: finding.details,
        location: report.placeOf(finding.operation),
        curl: finding.exchanges.map(({ request }) => curlLine(report, request)),
        answer: last?.reply && {
          status: last.reply.status,
          mediaType: last.reply.mediaType,
          text: shownText(last.reply).slice(0, 2000),
        },
      };
    }),
    gone,
    unseen,
    stories: stories.map(({ kind, path, style, outcome, reason }) => ({ kind, path, style, outcome, reason })),
    skipped,
  };
}
