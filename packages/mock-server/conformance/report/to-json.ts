import { toJson as checkToJson, compareBaseline } from "@onespec/contract-check";
import type { DescriptionReport } from "../run/run-description.js";
import { summarize } from "./summary.js";

/** The whole report as plain data, for machines. */
export function toJson(reports: readonly DescriptionReport[]): unknown {
  return {
    summary: summarize(reports),
    descriptions: reports.map((description) => {
      const { name, startUpMs, crash, report } = description;
      return {
        name,
        startUpMs: Number.isNaN(startUpMs) ? null : Math.round(startUpMs),
        crash: crash ?? null,
        summary: summarize([description]),
        check: report === undefined ? null : checkToJson(report, compareBaseline(report)),
      };
    }),
  };
}
