export { GateError, type GateErrorCode } from "./errors/gate-error.js";
export type {
  AppChanges,
  ClientChanges,
  DescriptionFacts,
  GateReport,
  KeptData,
  UnfitRecords,
} from "./model/gate-report.js";
export { COMMENT_MARKER, formatMarkdown } from "./report/format-markdown.js";
export { formatText } from "./report/format-text.js";
export { type GateOptions, runGate } from "./run-gate.js";
