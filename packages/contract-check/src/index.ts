export { checkContract } from "./check-contract.js";
export type { CheckOptions, CheckProgress, SelectableOperation } from "./check-options.js";
export type { Place } from "./description/raw-document.js";
export type { RawPair } from "./description/raw-pair.js";
export { CheckError, type CheckErrorCode } from "./errors/check-error.js";
export {
  type Baseline,
  baselineText,
  type Comparison,
  compareBaseline,
  readBaseline,
} from "./report/baseline.js";
export { curlLine } from "./report/curl-line.js";
export { formatText, type TextOptions } from "./report/format-text.js";
export { type Cause, distinctFindings, groupFindings } from "./report/group-findings.js";
export { toJson } from "./report/to-json.js";
export { toJunit } from "./report/to-junit.js";
export { toSarif } from "./report/to-sarif.js";
export { STYLES, type Style } from "./request/valid-value.js";
export type { Reply, SentRequest } from "./run/api-client.js";
export type { CheckReport } from "./run/check-report.js";
export type { HouseRules, Outcome, Skipped, StoryResult } from "./run/check-run.js";
export type { Credential } from "./run/credentials.js";
export type { Exchange, Finding } from "./run/finding.js";
export { RULES, type RuleCode } from "./run/rules.js";
