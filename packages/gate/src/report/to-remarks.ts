import type { Remark } from "@onespec/command-line";
import type { GateReport } from "../model/gate-report.js";
import { isBreaking, sectionsOf, summaryOf } from "./sections.js";

/** GitHub shows no more than ten annotations of each severity for a step; the log keeps the others. */
const MOST = 50;

/** Everything that breaks, as annotations of a workflow's run; the last one is the summary. */
export function toRemarks(report: GateReport): readonly Remark[] {
  const sections = sectionsOf(report);
  const broken = sections.flatMap(({ title, findings }) =>
    findings.filter(isBreaking).map(({ message, file, line, isOld = false }): Remark => {
      const code = `Breaking change: ${title.toLowerCase()}`;
      // A pull request shows no old file: the remark stands at the new one.
      if (isOld)
        return {
          severity: "error",
          code,
          message: line === undefined ? message : `${message} (line ${line} of the old description)`,
          location: { file: report.after.source, pointer: "" },
        };
      return { severity: "error", code, message, location: { file, pointer: "", ...(line !== undefined && { line }) } };
    }),
  );
  const more = broken.length - MOST;
  const counted = more > 0 ? `${summaryOf(sections)}; ${more} of them are not shown here.` : `${summaryOf(sections)}.`;
  const last: Remark = {
    severity: broken.length > 0 ? "error" : "warning",
    code: "onespec-gate",
    message: counted,
    location: { file: report.after.source, pointer: "" },
  };
  return broken.length === 0 ? [] : [...broken.slice(0, MOST), last];
}
