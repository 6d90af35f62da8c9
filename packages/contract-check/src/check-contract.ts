import type { DescriptionSource } from "@onespec/spec-core";
import type { CheckOptions } from "./check-options.js";
import { runAll, subjectsOf } from "./check-subjects.js";
import { asObject, asText } from "./description/json.js";
import { type RawDocument, readRawDocument } from "./description/raw-document.js";
import { type RawOperation, rawOperations } from "./description/raw-operation.js";
import { rawPairs } from "./description/raw-pair.js";
import { rawSecuritySchemes } from "./description/raw-security.js";
import { CheckError } from "./errors/check-error.js";
import { createSchemaJudge } from "./judge/schema-judge.js";
import { createRandom } from "./request/random.js";
import { createApiClient } from "./run/api-client.js";
import { basePathOf, findBasePath } from "./run/base-path.js";
import { requestAt } from "./run/build-request.js";
import type { CheckReport } from "./run/check-report.js";
import type { CheckRun, Findings } from "./run/check-run.js";
import { type Credential, createCredentials } from "./run/credentials.js";
import { createOwnRecords } from "./run/own-records.js";
import { relatedId } from "./run/path-values.js";
import { createCredentialTally, dropRefused } from "./run/refused-credentials.js";
import { NEEDS_CREDENTIALS } from "./run/step.js";
import { type Counts, UNROUTED, watchedClient } from "./run/watched-client.js";

/**
 * Checks a running server against its description. Sends a valid request and broken ones for each operation, and plays
 * whole stories of records.
 * @throws DescriptionError if the description cannot be read; CheckError if the check cannot begin
 */
export async function checkContract(
  source: DescriptionSource,
  url: string,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const begin = performance.now();
  const address = parseUrl(url);
  const raw = await readRawDocument(source, { allowRefs: options.allowRefs ?? false });
  const selected = selectOperations(raw, options);
  const seed = options.seed ?? Date.now().toString(36);
  const { rate, signal, timeoutMs, auth: given = {} } = options;
  const clientOptions = { rate, timeoutMs, headers: lowerNames(options.headers) };
  const plain = createApiClient(address.origin, { ...clientOptions, signal });
  const judge = createSchemaJudge(raw);
  const counted: Counts = { requests: 0, statuses: new Set(), refused: 0 };
  const tally = createCredentialTally();
  try {
    const credentials = createCredentials(knownSchemes(raw, given), given, clientOptions.headers);
    const { checked, operations } = selected;
    const known =
      options.basePath ??
      (await findBasePath({ raw, address, operations: [...checked, ...operations], client: plain, credentials }));
    const pairs = rawPairs(operations);
    const own = createOwnRecords(pairs, operations);
    const current: CheckRun["current"] = { subject: "", exchanges: [] };
    const failed = new Set<string>();
    const run: CheckRun = {
      raw,
      judge,
      client: watchedClient(plain, own, current, { counted, failed }, tally, clientOptions.headers),
      operations,
      declared: selected.declared,
      pairs,
      relatedId: (pair) => relatedId(run, pair),
      credentials,
      random: createRandom(seed),
      basePath: (style) => (typeof known === "function" ? known(style, basePathOf(raw)) : known),
      isDisposable: options.disposable ?? false,
      replay: options.replay,
      house: options.house ?? {},
      deleted: new Set(),
      failed,
      current,
      findings: noFindings(),
    };
    const isAborted = await runAll(run, subjectsOf(run, new Set(checked), options), options);
    const cleaner = isAborted ? createApiClient(address.origin, clientOptions) : plain;
    const leftovers = await own.removeAll(cleaner, (operation, path) => requestAt(run, operation, path));
    cleaner.close();
    if (!isAborted) refuseAddress(url, counted, checked, run);
    const refusedCredentials = tally.refused(credentials);
    dropRefused(run.findings, tally, checked, credentials);
    if (options.replay !== undefined) keepReplayed(run.findings, options.replay, counted.requests > 0 || isAborted);
    return {
      ...run.findings,
      ...coverageOf(run, checked, counted),
      title: asText(asObject(raw.root.info).title) ?? "",
      version: raw.version,
      url,
      seed,
      refusedCredentials,
      replay: options.replay,
      requests: counted.requests,
      seconds: (performance.now() - begin) / 1000,
      isAborted,
      leftovers,
      credentials: [...Object.values(given), ...headerCredentials(clientOptions.headers)],
      placeOf: placesOf(run),
    };
  } finally {
    plain.close();
    judge.close();
  }
}

interface SelectedOperations {
  /** All of the description. */
  readonly declared: readonly RawOperation[];
  /** The operations that may be called. */
  readonly operations: readonly RawOperation[];
  readonly checked: readonly RawOperation[];
}

/** @throws CheckError if none is left */
function selectOperations(raw: RawDocument, options: CheckOptions): SelectedOperations {
  const { only = () => true } = options;
  const declared = rawOperations(raw);
  const operations = declared.filter((operation) => mayCall(operation, options));
  const checked = operations.filter(only);
  if (checked.length > 0) return { declared, operations, checked };
  const hint = "Look at --only, --exclude and --read-only: together they leave no operation.";
  throw new CheckError("CHECK_NOTHING_SELECTED", "No operation is left to check.", { hint });
}

function noFindings(): Findings {
  return { answers: 0, judged: new Set(), unguarded: new Set(), failures: [], skipped: [], stories: [], invalid: 0 };
}

type Coverage = Pick<
  CheckReport,
  "operations" | "selected" | "unchecked" | "locked" | "missingCredentials" | "lockedUndocumented"
>;

/** Counts how many of the selected operations were checked, and what the others need. */
function coverageOf(
  { credentials, findings }: CheckRun,
  checked: readonly RawOperation[],
  { refused }: Counts,
): Coverage {
  const unchecked = uncheckedOf(checked, findings, (operation) => refused > 0 && credentials.areMissing(operation));
  const locked = checked.filter((operation) => {
    const reason = unchecked.get(operation.key) ?? "";
    if (!credentials.areMissing(operation)) return reason.startsWith(NEEDS_CREDENTIALS);
    return reason === NO_ANSWER || reason.includes("credentials");
  });
  return {
    operations: checked.length,
    selected: checked.map(({ key }) => key),
    unchecked,
    locked: locked.map(({ key }) => key),
    missingCredentials: distinct(locked.flatMap((operation) => credentials.alternatives(operation))),
    lockedUndocumented: checked
      .filter(({ key, security }) => security.length === 0 && isRefusedForCredentials(key, findings))
      .map(({ key }) => key),
  };
}

function placesOf({ raw, declared }: CheckRun): CheckReport["placeOf"] {
  const pointers = new Map(declared.map(({ key, pointer }) => [key, pointer]));
  return (operation) => raw.placeOf(pointers.get(operation) ?? "");
}

/**
 * Keeps only the replayed finding: repeating its requests may find other mistakes too. @throws CheckError if nothing
 * was sent
 */
function keepReplayed({ failures }: Findings, id: string, isSent: boolean): void {
  if (!isSent)
    throw new CheckError("CHECK_FINDING_UNKNOWN", `Nothing was sent that leads to the finding ${id}.`, {
      hint: "Give the check what it had when it found this: the same --auth, --disposable and selection.",
    });
  const wanted = failures.filter((finding) => finding.id === id);
  failures.splice(0, failures.length, ...wanted);
}

const NO_ANSWER = "no answer to a valid request";

function uncheckedOf(
  checked: readonly RawOperation[],
  { judged, skipped }: Findings,
  needsCredentials: (operation: RawOperation) => boolean,
): Map<string, string> {
  const reasons = new Map(skipped.map(({ subject, reason }) => [subject, reason]));
  const left = checked.filter(({ key }) => !judged.has(key));
  return new Map(
    left.map((operation) => {
      const reason = reasons.get(operation.key) ?? NO_ANSWER;
      // The other reason may be an effect of that.
      const isLocked = needsCredentials(operation) && !reason.includes("credentials");
      return [operation.key, isLocked ? NEEDS_CREDENTIALS : reason];
    }),
  );
}

function isRefusedForCredentials(key: string, { failures }: Findings): boolean {
  return failures.some(
    ({ operation, rule, aspect }) => operation === key && rule === "valid-refused" && /^40[13]$/.test(aspect),
  );
}

function distinct(alternatives: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(alternatives.map((names) => [names.join(" "), names])).values()];
}

function parseUrl(url: string): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new CheckError("CHECK_URL_INVALID", `${url} is not the address of a server.`, {
    hint: "Write it as http://localhost:3000 or https://api.example.com/v1.",
  });
}

function lowerNames(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function mayCall(operation: RawOperation, { readOnly = false, exclude = () => false }: CheckOptions): boolean {
  return !(readOnly && operation.method !== "GET" && operation.method !== "HEAD") && !exclude(operation);
}

function knownSchemes(raw: RawDocument, given: Readonly<Record<string, Credential>>) {
  const schemes = rawSecuritySchemes(raw);
  const unknown = Object.keys(given).find((name) => !schemes.has(name));
  if (unknown !== undefined) {
    const names = [...schemes.keys()].join(", ");
    throw new CheckError(
      "CHECK_SCHEME_UNKNOWN",
      `The description has no security scheme ${unknown} that a request can satisfy.`,
      {
        hint: names === "" ? "It has none at all: leave --auth out, or send a --header." : `It has ${names}.`,
      },
    );
  }
  return schemes;
}

/**
 * Header values that reports must hide. Each gets the name of an environment variable, which the user has yet to set.
 */
function headerCredentials(headers: Readonly<Record<string, string>>): Credential[] {
  return Object.entries(headers)
    .filter(([name]) => SECRET_HEADERS.test(name))
    .map(([name, value]) => ({ value, variable: name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_"), header: name }));
}

const SECRET_HEADERS = /auth|cookie|token|secret|session|password|key/;

/** Ends the check if the server answers 404 for every path, also for paths without an id. */
function refuseAddress(
  url: string,
  { statuses }: Counts,
  checked: readonly RawOperation[],
  { findings, basePath }: CheckRun,
): void {
  const called = checked.find(
    ({ key, path, method, responses }) =>
      !path.includes("{") &&
      findings.judged.has(key) &&
      method !== "DELETE" &&
      !responses.some(({ status }) => status === "404"),
  );
  if (called === undefined || [...statuses].some((status) => !UNROUTED.has(status))) return;
  const target = `${new URL(url).origin}${basePath("full")}${called.path}`;
  const got = [...statuses].sort().join(" or ");
  throw new CheckError("CHECK_ADDRESS_WRONG", `No operation answered: requests such as ${target} got ${got}.`, {
    hint: "Check the address. A path in it replaces the path of the description's server.",
  });
}
