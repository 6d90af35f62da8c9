import type { DescriptionReport } from "../run/run-description.js";
import { summarize } from "./summary.js";

/** The whole report as plain data, for machines. */
export function toJson(reports: readonly DescriptionReport[]): unknown {
  return {
    summary: summarize(reports),
    descriptions: reports.map((report) => ({
      name: report.name,
      version: report.version,
      startUpMs: Number.isNaN(report.startUpMs) ? null : Math.round(report.startUpMs),
      crash: report.crash ?? null,
      summary: summarize([report]),
      failures: report.findings.failures.map(({ phase, style, operation, fault, request, reply }) => ({
        phase,
        style,
        operation,
        kind: fault.kind,
        details: fault.details,
        request: { ...request, body: request.body?.toString("utf8") ?? null },
        answer:
          reply === undefined
            ? null
            : { status: reply.status, mediaType: reply.mediaType, text: reply.text.slice(0, 2000) },
      })),
      pairs: report.findings.pairs.map(({ pair, style, outcome, reason }) => ({
        collectionPath: pair.collectionPath,
        itemPath: pair.itemPath,
        crud: pair.create !== undefined && pair.read !== undefined,
        style,
        outcome,
        reason,
      })),
      singletons: report.findings.singletons,
      notTried: report.findings.skipped,
    })),
  };
}
