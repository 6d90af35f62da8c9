export { addCompletionOption } from "./completion-option.js";
export {
  DIAGNOSTIC_FORMATS,
  type DiagnosticFormat,
  formatDiagnostics,
  type Remark,
} from "./format-diagnostics.js";
export { plainText } from "./plain-text.js";
export { findProcess, type ProcessIdentity, readOwnIdentity } from "./process-identity.js";
export {
  type ErrorReport,
  formatError,
  formatLocation,
  formatProblem,
  type Problem,
  type ReportOptions,
  reportError,
} from "./report-error.js";
export { packageVersion, runProcess } from "./run-process.js";
export type { Terminal } from "./terminal.js";
