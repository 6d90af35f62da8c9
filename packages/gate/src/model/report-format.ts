export const REPORT_FORMATS = ["text", "json", "markdown", "github"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];
