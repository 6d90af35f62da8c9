import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { formatDiagnostics, type Remark, type Terminal } from "@onespec/command-line";
import type {
  Baseline,
  CheckError,
  CheckOptions,
  CheckProgress,
  CheckReport,
  Comparison,
  Credential,
} from "@onespec/contract-check";
import { type ApiDescription, loadDescription, meantHint } from "@onespec/spec-core";
import { selectOperations } from "../config/operation-selector.js";
import { OptionsError } from "../errors/options-error.js";

/** The flags of `mock-server check`. */
export interface CheckFlags {
  readonly readOnly?: boolean;
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly disposable?: boolean;
  readonly rate?: number;
  /** In seconds. */
  readonly timeout?: number;
  readonly seconds?: number;
  /** Environment variables by security scheme. */
  readonly auth?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly seed?: string;
  readonly replay?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly allowUnchecked?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly sarif?: string;
  readonly github?: boolean;
  readonly allowRefs?: boolean;
}

/**
 * Checks a running server, then prints and writes the findings. The exit code is 1 if there are findings outside the
 * baseline, or operations without credentials.
 */
export async function check(source: string, url: string, flags: CheckFlags, terminal: Terminal): Promise<number> {
  if (flags.updateBaseline && flags.baseline === undefined) {
    const hint = "Add --baseline known.json.";
    throw new OptionsError("BASELINE_MISSING", "--update-baseline needs --baseline.", { hint });
  }
  const { allowRefs = false } = flags;
  const api = await loadDescription(source, { allowRefs });
  const { checkContract, compareBaseline, readBaseline } = await import("@onespec/contract-check");
  const isNew = flags.updateBaseline === true && !existsSync(flags.baseline ?? "");
  const baseline = flags.baseline === undefined || isNew ? {} : await readBaseline(flags.baseline);
  const schemes = [...api.securitySchemes.keys()];
  const unknown = Object.keys(flags.auth ?? {}).find((scheme) => !schemes.includes(scheme));
  // Checked before the variable, which may be unset: a wrong scheme name is the first mistake to fix.
  if (unknown !== undefined) throw await unknownScheme(unknown, schemes);
  const auth = credentials(flags.auth ?? {}, terminal);
  for (const file of [flags.junit, flags.sarif, flags.updateBaseline ? flags.baseline : undefined])
    if (file !== undefined) await mkdir(dirname(file), { recursive: true });
  const progress = createProgress(terminal);
  const report = await checkContract(source, url, {
    allowRefs,
    ...selection(api, flags),
    ...(flags.readOnly && { readOnly: true }),
    ...(flags.disposable && { disposable: true }),
    rate: flags.rate,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    seconds: flags.seconds,
    auth,
    headers: flags.header ?? {},
    seed: flags.seed,
    replay: flags.replay,
    signal: terminal.stop,
    onProgress: progress.show,
  }).finally(progress.clear);
  const compared = compareBaseline(report, baseline);
  await write(source, report, { baseline, compared }, flags, terminal);
  const isFound = compared.fresh.length > 0 && !flags.updateBaseline;
  return isFound || report.isAborted || isIncomplete(report, flags) ? 1 : 0;
}

/** Did too little of the description get checked for a green result? */
function isIncomplete(report: CheckReport, { replay, allowUnchecked = false }: CheckFlags): boolean {
  if (report.refusedCredentials.length > 0) return true;
  if (replay !== undefined) return false;
  return report.unchecked.size === report.operations || (report.locked.length > 0 && !allowUnchecked);
}

function selection(api: ApiDescription, { only, exclude }: CheckFlags): Pick<CheckOptions, "only" | "exclude"> {
  type Filter = NonNullable<CheckOptions["only"]>;
  const filter = (selectors: readonly string[], flag: string): Filter => {
    const keys = new Set(
      [...selectOperations(api.operations, selectors, flag)].map(
        ({ method, path }) => `${method.toUpperCase()} ${path}`,
      ),
    );
    return ({ method, path }) => keys.has(`${method} ${path}`);
  };
  return {
    ...(only && { only: filter(only, "--only") }),
    ...(exclude && { exclude: filter(exclude, "--exclude") }),
  };
}

function credentials(
  variables: Readonly<Record<string, string>>,
  { environment = {} }: Terminal,
): Record<string, Credential> {
  const found = Object.entries(variables).map(([scheme, variable]): [string, Credential] => {
    const value = environment[variable];
    if (value !== undefined && value !== "") return [scheme, { value, variable }];
    // Only text in this form is taken for the name of a variable, and is safe to print.
    if (/^[A-Z][A-Z_]{0,39}$/.test(variable)) {
      throw new OptionsError(
        "CREDENTIAL_UNSET",
        `--auth ${scheme}=${variable}: the environment variable ${variable} is not set.`,
        { hint: `Set it in this shell: export ${variable}=...` },
      );
    }
    throw new OptionsError(
      "CREDENTIAL_UNSET",
      // The value may be a token.
      `--auth ${scheme}=...: there is no environment variable with the name that is given here.`,
      { hint: `Write the name of a variable, not the token: TOKEN=... mock-server check ... --auth ${scheme}=TOKEN` },
    );
  });
  return Object.fromEntries(found);
}

async function unknownScheme(scheme: string, names: readonly string[]): Promise<CheckError> {
  const { CheckError } = await import("@onespec/contract-check");
  const known =
    names.length === 0 ? "It has none at all: leave --auth out, or send a --header." : `It has ${names.join(", ")}.`;
  const hint = meantHint(scheme, names, known);
  return new CheckError("CHECK_SCHEME_UNKNOWN", `The description has no security scheme ${scheme}.`, { hint });
}

async function write(
  source: string,
  report: CheckReport,
  { baseline, compared }: { readonly baseline: Baseline; readonly compared: Comparison },
  flags: CheckFlags,
  terminal: Terminal,
): Promise<void> {
  const { baselineText, formatText, toJson, toJunit, toSarif } = await import("@onespec/contract-check");
  const { outColor: color, annotationRoot } = terminal;
  const { fresh, known, unseen } = compared;
  const { allowUnchecked = false } = flags;
  // The other files accept all that the baseline gets.
  const accepted = flags.updateBaseline ? { fresh: [], known: [...fresh, ...known], gone: {}, unseen } : compared;
  if (flags.json) terminal.out(`${JSON.stringify(toJson(report, compared), undefined, 2)}\n`);
  else terminal.out(formatText(report, compared, { color, allSteps: flags.replay !== undefined, allowUnchecked }));
  if (flags.github) {
    const remarks = accepted.fresh.map(({ rule, operation, title, details, id, severity }): Remark => {
      const message = [`${operation}: ${title}`, ...details].join("\n");
      const location = { pointer: "", ...report.placeOf(operation) };
      return {
        severity: severity === "note" ? "warning" : severity,
        code: rule,
        message,
        hint: `Finding ${id}`,
        location,
      };
    });
    const refused = report.refusedCredentials.map(({ message, answer }): Remark => {
      const location = { file: source, pointer: "" };
      return { severity: "error", code: "credential-refused", message: `${message}\nanswer: 401 ${answer}`, location };
    });
    terminal.out(formatDiagnostics("github", [...refused, ...remarks], { color, annotationRoot }));
  }
  if (flags.junit !== undefined) await writeFile(flags.junit, toJunit(report, accepted, { allowUnchecked }));
  if (flags.sarif !== undefined) {
    await writeFile(flags.sarif, `${JSON.stringify(toSarif(report, accepted), undefined, 2)}\n`);
  }
  if (flags.updateBaseline && flags.baseline !== undefined) {
    await writeFile(flags.baseline, baselineText(report, baseline));
    const written = fresh.length + known.length;
    const left = Object.keys(unseen).length;
    const kept = left === 0 ? "" : ` and kept ${left} of operations that were not checked`;
    terminal.err(`Wrote ${written} ${written === 1 ? "finding" : "findings"} to ${flags.baseline}${kept}.\n`);
  }
}

const PROGRESS_EVERY_MS = 100;

/** Shows the progress on a line of the terminal that is overwritten. Shows nothing if there is no terminal. */
function createProgress({ isInteractive = false, err, elapsed }: Terminal) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show({ done, total, subject, findings }: CheckProgress): void {
      if (!isInteractive || elapsed() - last < PROGRESS_EVERY_MS) return;
      last = elapsed();
      const found = findings === 0 ? "" : `, ${findings} found`;
      err(`\r\u001b[K${done} of ${total}${found}: ${subject}`.slice(0, 100));
    },
    clear(): void {
      if (last > 0) err("\r\u001b[K");
    },
  };
}
