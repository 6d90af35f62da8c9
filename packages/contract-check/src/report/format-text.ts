import { createColors } from "picocolors";
import type { CheckReport } from "../run/check-report.js";
import type { Finding } from "../run/finding.js";
import type { Baseline, Comparison } from "./baseline.js";
import { clip, findingLines } from "./finding-lines.js";
import { distinctFindings, groupFindings } from "./group-findings.js";

export interface TextOptions {
  readonly color: boolean;
  /** Show every request that led to a finding, not only the last one. */
  readonly allSteps?: boolean;
  /** Operations without credentials fail no check. */
  readonly allowUnchecked?: boolean;
}

type Colors = ReturnType<typeof createColors>;

const MOST_OPERATIONS = 5;
const MOST_IDS = 10;

/** The report for people: one block for each mistake, then the counts. */
export function formatText(
  report: CheckReport,
  { fresh, known, gone, unseen }: Comparison,
  options: TextOptions,
): string {
  const colors = createColors(options.color);
  const causes = groupFindings(fresh);
  const refused = report.refusedCredentials.map(
    ({ message, answer }) => `${colors.red("✗")} ${colors.bold(message)}\n  answer: 401 ${clip(answer)}\n\n`,
  );
  const blocks = causes.map(({ rule, title, findings }, at) => {
    const [first] = findings;
    if (first === undefined) return "";
    const { text, curl } = findingLines(first, report, options);
    const lines = [
      `${colors.red("✗")} ${colors.bold(
        titleOf(
          title,
          first,
          causes.some((other, index) => index !== at && other.rule === rule),
        ),
      )} ${colors.dim(`[${rule}]`)}`,
      `  ${operationsText(findings)}`,
      ...text.map((line) => `  ${line}`),
      ...curl.map((line) => `  ${colors.dim(line)}`),
      ...idLines(findings).map((line) => `  ${colors.dim(line)}`),
    ];
    return `${lines.join("\n")}\n\n`;
  });
  const notes = groupFindings(distinctFindings(report, "note"));
  const remarks = notes.map(({ rule, title, findings }) => {
    const [first] = findings;
    const isShared = notes.some((other) => other.rule === rule && other.findings !== findings);
    // A server that rejects rare characters rejects several kinds of them. One remark lists them all.
    const kinds = findings.filter(({ aspect }, at) => findings.findIndex((other) => other.aspect === aspect) === at);
    const details = kinds.flatMap((finding) => finding.details.slice(0, 1).filter((detail) => detail !== ""));
    const lines = [
      `${colors.yellow("!")} ${first ? titleOf(title, first, isShared) : title} ${colors.dim(`[${rule}]`)}`,
      `  ${operationsText(findings)}`,
      ...details.map((detail) => `  ${colors.dim(clip(detail))}`),
    ];
    return `${lines.join("\n")}\n`;
  });
  if (remarks.length > 0) remarks.unshift("Remarks, which do not fail the check:\n");
  const counts = [
    `${checkedText(report)} of ${report.title} at ${report.url} with ${count(report.requests, "request")} in ${report.seconds.toFixed(1)} s (seed ${report.seed}).`,
    ...skippedLines(report),
    ...credentialLines(report, options),
    ...lockLines(report),
    ...unguardedLines(report),
    ...(fresh.length === 0 ? [] : headerLines(report)),
    ...leftoverLines(report),
    ...(report.isAborted ? ["Stopped before the end."] : []),
    ...(known.length === 0 ? [] : [`${count(known.length, "finding")} of the baseline.`]),
    ...baselineLines(gone, "did not show up; --update-baseline removes them"),
    ...baselineLines(
      unseen,
      `${Object.keys(unseen).length === 1 ? "is" : "are"} about operations that were not checked`,
    ),
    ...(fresh.length === 0 || report.replay !== undefined
      ? []
      : ["To see all requests of a finding, run the check again with --replay and its id."]),
    causes.length === 0
      ? emptyText(report, known.length > 0, colors)
      : colors.red(countText(fresh.length, causes.length)),
  ];
  return `${refused.join("")}${blocks.join("")}${remarks.join("")}${remarks.length > 0 ? "\n" : ""}${counts.join("\n")}\n`;
}

/** Title with the words that distinguish the mistake from another one of the same rule. */
function titleOf(title: string, { rule, cause, aspect }: Finding, isShared: boolean): string {
  // For a failure, the title and details already show the status. For a rejection, the details show the message.
  const plain = (rule === "valid-refused" ? aspect : cause || aspect)
    .replace(/(?<=.) 5\d\d$/, "")
    .replace(/^5\d\d$/, "for a valid request");
  const more = cause.startsWith("/") ? `#${cause}` : plain;
  return isShared && more !== "" ? `${title.replace(/\.$/, "")}: ${more}.` : title;
}

/** Lists entries of a baseline with their ids, so that a reader sees what is fixed. */
function baselineLines(entries: Baseline, what: string): string[] {
  const names = Object.entries(entries);
  if (names.length === 0) return [];
  const left = names.length - MOST_IDS;
  return [
    `${count(names.length, "finding")} of the baseline ${what}:`,
    ...names.slice(0, MOST_IDS).map(([id, text]) => `  ${id}  ${clip(text)}`),
    ...(left > 0 ? [`  and ${left} more, which --json lists`] : []),
  ];
}

/** The id of each finding, for `--replay` and for the baseline. */
function idLines(findings: readonly Finding[]): string[] {
  const [first, ...more] = findings;
  if (first === undefined) return [];
  if (more.length === 0) return [`replay: ${first.id}`];
  const lines = findings.slice(0, MOST_IDS).map(({ id, operation, aspect }, at) => {
    const name = clip(`${operation}${aspect === "" ? "" : `, ${aspect}`}`);
    return `${at === 0 ? "replay: " : "        "}${id}  ${name}`;
  });
  const left = findings.length - lines.length;
  return [...lines, ...(left > 0 ? [`        and ${left} more, which --json lists`] : [])];
}

function checkedText({ operations, unchecked, replay }: CheckReport): string {
  if (replay !== undefined) return `Replayed ${replay}`;
  const all = count(operations, "operation");
  return unchecked.size === 0 ? `Checked ${all}` : `Checked ${operations - unchecked.size} of ${all}`;
}

function countText(findings: number, mistakes: number): string {
  const found = count(findings, "finding");
  if (findings === mistakes) return `${found}.`;
  return `${found} come from ${count(mistakes, "mistake")}.`;
}

function emptyText(report: CheckReport, isKnown: boolean, colors: Colors): string {
  const { replay, operations, unchecked, refusedCredentials } = report;
  if (replay !== undefined && refusedCredentials.length > 0)
    return colors.red(`The finding ${replay} could not be looked for.`);
  if (replay !== undefined) return colors.yellow(`The finding ${replay} did not show up: it is fixed.`);
  if (unchecked.size === operations) return colors.red("Nothing was checked.");
  const found = isKnown ? "Nothing new found" : "Nothing found";
  if (unchecked.size === 0) return colors.green(`${found}.`);
  return colors.yellow(
    `${found} in the ${operations - unchecked.size} of ${count(operations, "operation")} that were checked.`,
  );
}

function leftoverLines({ leftovers }: CheckReport): string[] {
  const reasons = new Map<string, string[]>();
  for (const { path, reason } of leftovers) reasons.set(reason, [...(reasons.get(reason) ?? []), path]);
  return [...reasons].map(
    ([reason, paths]) =>
      `Could not remove ${count(paths.length, "record")} that the check created (${reason}): ${someOf([...new Set(paths)])}.`,
  );
}

/** Names the flags that would allow the skipped operations to be checked. */
function credentialLines(
  { missingCredentials, locked, replay }: CheckReport,
  { allowUnchecked = false }: TextOptions,
): string[] {
  if (locked.length === 0 || replay !== undefined) return [];
  const flags = missingCredentials.map((names) => names.map((name) => `--auth ${name}=VARIABLE`).join(" "));
  return [
    ...(flags.length === 0
      ? []
      : [`Add credentials: ${flags.join(", or ")}. VARIABLE is the name of an environment variable.`]),
    ...(allowUnchecked
      ? []
      : [`${count(locked.length, "operation")} without credentials fail the check, unless you add --allow-unchecked.`]),
  ];
}

/** `--auth` applies only to operations for which the description requires credentials. */
function lockLines({ lockedUndocumented, credentials }: CheckReport): string[] {
  if (lockedUndocumented.length === 0 || credentials.some(({ header }) => header !== undefined)) return [];
  return [
    `The description names no credentials for ${someOf(lockedUndocumented)}, which answer 401 or 403. If they need some, send them with --header 'Authorization: ...'.`,
  ];
}

/**
 * Without credentials the check cannot know if the server ignores them by mistake or is a test server without security.
 */
function unguardedLines({ unguarded, replay }: CheckReport): string[] {
  if (unguarded.size === 0 || replay !== undefined) return [];
  return [
    `The server answered without the credentials that the description asks for: ${someOf([...unguarded])}. With --auth, the check reports this as auth-ignored.`,
  ];
}

/** Explains the variables in curl lines that the user has not named. */
function headerLines({ credentials }: CheckReport): string[] {
  return credentials.flatMap(({ header, variable }) =>
    header === undefined ? [] : [`In the curl lines, $${variable} stands for the value of --header ${header}.`],
  );
}

function operationsText(findings: readonly Finding[]): string {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const shown = operations.slice(0, MOST_OPERATIONS).join(", ");
  const more = operations.length - MOST_OPERATIONS;
  return more > 0 ? `${shown} and ${count(more, "more operation")}` : shown;
}

/**
 * Lists why operations and parts of the check were skipped, most frequent reason first. Names every unchecked
 * operation.
 */
function skippedLines({ skipped, stories, unchecked, selected, replay }: CheckReport): string[] {
  const whole = new Map<string, Set<string>>();
  const parts = new Map<string, Set<string>>();
  const rests = new Map<string, Set<string>>();
  const add = (reasons: Map<string, Set<string>>, subject: string, reason: string): void => {
    reasons.set(reason, (reasons.get(reason) ?? new Set()).add(subject));
  };
  for (const [operation, reason] of replay === undefined ? unchecked : []) add(whole, operation, reason);
  for (const { subject, reason } of skipped) {
    if (!unchecked.has(subject)) add(selected.includes(subject) ? rests : parts, subject, reason);
  }
  for (const { path, outcome, reason } of stories) if (outcome === "undecidable") add(parts, path, clip(reason));
  const lines = (start: string, reasons: typeof whole): string[] =>
    byCount(reasons).map(([reason, subjects]) =>
      subjects.length > 3
        ? [`${start}: ${reason}:`, ...subjects.map((subject) => `  ${subject}`)].join("\n")
        : `${start}: ${subjects.join(", ")}: ${reason}.`,
    );
  return [
    ...lines("Not checked", whole),
    ...lines("Checked in part", rests),
    ...byCount(parts)
      .slice(0, MOST_OPERATIONS)
      .map(([reason, subjects]) => `Not checked: ${someOf(subjects)}: ${reason}.`),
  ];
}

function byCount(reasons: ReadonlyMap<string, ReadonlySet<string>>): (readonly [string, readonly string[]])[] {
  return [...reasons]
    .map(([reason, subjects]) => [reason, [...subjects]] as const)
    .sort(([, a], [, b]) => b.length - a.length);
}

function someOf(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
