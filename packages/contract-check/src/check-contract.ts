import type { DescriptionSource } from "@onespec/spec-core";
import type { CheckOptions } from "./check-options.js";
import { asObject, asText } from "./description/json.js";
import { type RawDocument, readRawDocument } from "./description/raw-document.js";
import { type RawOperation, rawOperations } from "./description/raw-operation.js";
import { type RawPair, rawPairs } from "./description/raw-pair.js";
import { rawSecuritySchemes } from "./description/raw-security.js";
import { CheckError } from "./errors/check-error.js";
import { createSchemaJudge } from "./judge/schema-judge.js";
import { createRandom } from "./request/random.js";
import { STYLES, type Style } from "./request/valid-value.js";
import { type ApiClient, createApiClient, NoAnswer } from "./run/api-client.js";
import { basePathOf, findBasePath } from "./run/base-path.js";
import { requestAt } from "./run/build-request.js";
import type { CheckReport } from "./run/check-report.js";
import { type CheckRun, type Findings, isReplayed } from "./run/check-run.js";
import { type Credential, createCredentials } from "./run/credentials.js";
import { subjectId, subjectOfId } from "./run/finding.js";
import { createOwnRecords, type OwnRecords } from "./run/own-records.js";
import { relatedId } from "./run/path-values.js";
import { type CredentialTally, createCredentialTally, dropRefused } from "./run/refused-credentials.js";
import { createInvalidRounds } from "./run/run-invalid.js";
import { runOperation } from "./run/run-operation.js";
import { runUndeclared } from "./run/run-undeclared.js";
import { NEEDS_CREDENTIALS } from "./run/step.js";
import { runAnonymous } from "./stories/run-anonymous.js";
import { runConditional } from "./stories/run-conditional.js";
import { rawFiles, runFile } from "./stories/run-file.js";
import { runList } from "./stories/run-list.js";
import { runPair } from "./stories/run-pair.js";
import { rawSingletons, runSingleton } from "./stories/run-singleton.js";

const MOST_EXCHANGES = 40;

/**
 * Checks a running server against its description: a valid request and broken ones for each operation, and stories of records.
 * @throws DescriptionError when the description cannot be read; CheckError when the check cannot begin
 */
export async function checkContract(
  source: DescriptionSource,
  url: string,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const begin = performance.now();
  const address = parseUrl(url);
  const raw = await readRawDocument(source, { allowRefs: options.allowRefs ?? false });
  const all = rawOperations(raw);
  const operations = all.filter((operation) => mayCall(operation, options));
  const { only = () => true } = options;
  const checked = operations.filter(only);
  if (checked.length === 0) {
    const hint = "Look at --only, --exclude and --read-only: together they leave no operation.";
    throw new CheckError("CHECK_NOTHING_SELECTED", "No operation is left to check.", { hint });
  }
  const seed = options.seed ?? Date.now().toString(36);
  const findings: Findings = {
    answers: 0,
    judged: new Set(),
    unguarded: new Set(),
    failures: [],
    skipped: [],
    stories: [],
    invalid: 0,
  };
  const judge = createSchemaJudge(raw);
  const { rate, signal, timeoutMs } = options;
  const clientOptions = { rate, timeoutMs, headers: lowerNames(options.headers) };
  const plain = createApiClient(address.origin, { ...clientOptions, signal });
  const pairs = rawPairs(operations);
  const failed = new Set<string>();
  const current: CheckRun["current"] = { subject: "", exchanges: [] };
  const counted: Counts = { requests: 0, found: 0, refused: 0 };
  const own = createOwnRecords(pairs, operations);
  const tally = createCredentialTally();
  const given = options.auth ?? {};
  try {
    const credentials = createCredentials(knownSchemes(raw, given), given, clientOptions.headers);
    const known =
      options.basePath ??
      (await findBasePath({ raw, address, operations: [...checked, ...operations], client: plain, credentials }));
    const described = basePathOf(raw);
    const basePath = (style: Style): string => (typeof known === "function" ? known(style, described) : known);
    const run: CheckRun = {
      raw,
      judge,
      client: watchedClient(plain, own, current, { counted, failed }, tally, clientOptions.headers),
      operations,
      declared: all,
      pairs,
      relatedId: (pair) => relatedId(run, pair),
      credentials,
      random: createRandom(seed),
      basePath,
      isDisposable: options.disposable ?? false,
      replay: options.replay,
      house: options.house ?? {},
      deleted: new Set(),
      failed,
      current,
      findings,
    };
    const isAborted = await runAll(run, subjectsOf(run, new Set(checked), options), options);
    const cleaner = isAborted ? createApiClient(address.origin, clientOptions) : plain;
    const leftovers = await own.removeAll(cleaner, (operation, path) => requestAt(run, operation, path));
    cleaner.close();
    if (!isAborted) refuseAddress(url, counted, checked, run);
    const refusedCredentials = tally.refused(credentials);
    dropRefused(findings, tally, checked, credentials);
    if (options.replay !== undefined && counted.requests === 0 && !isAborted)
      throw new CheckError("CHECK_FINDING_UNKNOWN", `Nothing was sent that leads to the finding ${options.replay}.`, {
        hint: "Give the check what it had when it found this: the same --auth, --disposable and selection.",
      });
    if (options.replay !== undefined) keepReplayed(findings, options.replay);
    const unchecked = uncheckedOf(
      checked,
      findings,
      (operation) => counted.refused > 0 && credentials.areMissing(operation),
    );
    const locked = checked.filter((operation) => {
      const reason = unchecked.get(operation.key) ?? "";
      if (!credentials.areMissing(operation)) return reason.startsWith(NEEDS_CREDENTIALS);
      return reason === NO_ANSWER || reason.includes("credentials");
    });
    const pointers = new Map(all.map(({ key, pointer }) => [key, pointer]));
    return {
      ...findings,
      title: asText(asObject(raw.root.info).title) ?? "",
      version: raw.version,
      url,
      seed,
      operations: checked.length,
      selected: checked.map(({ key }) => key),
      unchecked,
      locked: locked.map(({ key }) => key),
      refusedCredentials,
      missingCredentials: distinct(locked.flatMap((operation) => credentials.alternatives(operation))),
      lockedUndocumented: checked
        .filter(({ key, security }) => security.length === 0 && isRefusedForCredentials(key, findings))
        .map(({ key }) => key),
      replay: options.replay,
      requests: counted.requests,
      seconds: (performance.now() - begin) / 1000,
      isAborted,
      leftovers,
      credentials: [...Object.values(given), ...headerCredentials(clientOptions.headers)],
      placeOf: (operation) => raw.placeOf(pointers.get(operation) ?? ""),
    };
  } finally {
    plain.close();
    judge.close();
  }
}

/** A part of a check also finds other mistakes again. */
function keepReplayed({ failures }: Findings, id: string): void {
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

/** Headers that reports must not show. Each has the name of a variable that nobody has set. */
function headerCredentials(headers: Readonly<Record<string, string>>): Credential[] {
  return Object.entries(headers)
    .filter(([name]) => SECRET_HEADERS.test(name))
    .map(([name, value]) => ({ value, variable: name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_"), header: name }));
}

const SECRET_HEADERS = /auth|cookie|token|secret|session|password|key/;

interface Counts {
  requests: number;
  /** Answers other than 404. */
  found: number;
  /** Answers of 401 and 403. */
  refused: number;
}

/** A server that has none of the paths: not even those that no record is needed for. */
function refuseAddress(
  url: string,
  { found }: Counts,
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
  if (found > 0 || called === undefined) return;
  const target = `${new URL(url).origin}${basePath("full")}${called.path}`;
  throw new CheckError("CHECK_ADDRESS_WRONG", `No operation answered: valid requests got 404, such as ${target}.`, {
    hint: "Check the address. A path in it replaces the path of the description's server.",
  });
}

/** Frameworks read bodies before they look for the operation: they reject those at any path. */
const UNROUTED = new Set([400, 404, 413, 415]);

/** The client of the run: what goes through it is noted, with the headers of all requests. */
function watchedClient(
  client: ApiClient,
  own: OwnRecords,
  current: CheckRun["current"],
  { counted, failed }: { readonly counted: Counts; readonly failed: Set<string> },
  tally: CredentialTally,
  common: Readonly<Record<string, string>>,
): ApiClient {
  return {
    async send(request) {
      counted.requests += 1;
      if (current.exchanges.length >= MOST_EXCHANGES) current.exchanges.shift();
      const shared = Object.entries(common).filter(([name]) => !request.without?.includes(name));
      const sent = { ...request, headers: { ...Object.fromEntries(shared), ...request.headers } };
      try {
        const reply = await client.send(request);
        if (!UNROUTED.has(reply.status)) counted.found += 1;
        if (reply.status === 401 || reply.status === 403) counted.refused += 1;
        if (reply.status >= 500 && request.method !== "GET") failed.add(request.target.split("?")[0] ?? "");
        current.exchanges.push({ request: sent, reply });
        own.note(request, reply);
        tally.note(request, reply);
        return reply;
      } catch (error) {
        current.exchanges.push({ request: sent, reply: undefined });
        throw error;
      }
    },
    get isGivenUp() {
      return client.isGivenUp;
    },
    close: () => client.close(),
  };
}

/** Rounds of broken requests over all operations: more for a small description than for a large one. */
const roundsFor = (operations: number): number =>
  operations > 300 ? 1 : Math.min(8, Math.max(2, Math.floor(80 / operations)));
/** Rounds that the rest of the time is spent on: none of a description's operations has as many requests. */
const EXTRA_ROUNDS = 100;

/** One part of the check; `key` is the same in every run. */
interface Subject {
  readonly key: string;
  /** Done only while there is time. */
  readonly isExtra?: boolean;
  run(): Promise<void>;
}

function subjectsOf(run: CheckRun, checked: ReadonlySet<RawOperation>, options: CheckOptions): Subject[] {
  const { styles = STYLES, replay, readOnly = false, seconds } = options;
  const operations = run.operations.filter((operation) => checked.has(operation));
  const isChecked = (operation: RawOperation | undefined): boolean => operation !== undefined && checked.has(operation);
  const pairs = run.pairs.filter(({ create, list, read, update, remove }) =>
    [create, list, read, update, remove].some(isChecked),
  );
  const files = rawFiles(operations);
  const singletons = rawSingletons(run).filter(
    ({ path, read, write }) =>
      (isChecked(read) || isChecked(write)) && !files.some(({ upload }) => upload.path === path),
  );
  // A story changes documents without an id, because it restores them.
  const inStory = new Set(run.isDisposable ? [] : singletons.flatMap(({ path }) => (path.includes("{") ? [] : path)));
  const plain = operations.filter(({ method, path }) => method === "GET" || !inStory.has(path));
  const subjects: Subject[] = [];
  for (const style of styles) {
    for (const operation of plain)
      subjects.push({ key: `operation ${operation.key}`, run: () => runOperation(run, operation, style) });
    for (const pair of pairs) subjects.push({ key: `pair ${pair.itemPath}`, run: () => runPair(run, pair, style) });
    for (const singleton of singletons)
      subjects.push({ key: `singleton ${singleton.path}`, run: () => runSingleton(run, singleton, style) });
  }
  for (const pair of pairs) {
    if (isListPair(pair) && isChecked(pair.list))
      subjects.push({ key: `list ${pair.collectionPath}`, run: () => runList(run, pair) });
    if (isChecked(pair.create) || isChecked(pair.read) || isChecked(pair.update))
      subjects.push({ key: `conditional ${pair.itemPath}`, run: () => runConditional(run, pair) });
  }
  for (const file of files) subjects.push({ key: `file ${file.upload.path}`, run: () => runFile(run, file) });
  const broken = operations.map((operation) => ({ operation, runRound: createInvalidRounds(run, operation) }));
  const addRounds = (count: number, isExtra: boolean): void => {
    for (let round = 0; round < count; round += 1)
      for (const { operation, runRound } of broken)
        subjects.push({ key: `invalid ${operation.key}`, isExtra, run: runRound });
  };
  addRounds(replay === undefined ? roundsFor(operations.length) : 2, false);
  for (const operation of operations)
    subjects.push({ key: `anonymous ${operation.key}`, run: () => runAnonymous(run, operation) });
  for (const operation of readOnly ? [] : firstOfPaths(operations))
    subjects.push({ key: `undeclared ${operation.path}`, run: () => runUndeclared(run, operation) });
  if (seconds !== undefined && replay === undefined) addRounds(EXTRA_ROUNDS, true);
  // Last, because everything else may need these records.
  for (const operation of run.isDisposable ? operations.filter(isRemoval) : [])
    subjects.push({ key: `present ${operation.key}`, run: () => runOperation(run, operation, "required", "present") });
  if (replay === undefined) return subjects;
  const subject = subjectOfId(replay);
  if (subject === undefined) {
    const hint = "Copy the whole id from the report of a check.";
    throw new CheckError("CHECK_FINDING_UNKNOWN", `No finding has the id ${replay}.`, { hint });
  }
  const wanted = subjects.filter(({ key }) => subjectId(key) === subject);
  if (wanted.length > 0) return wanted;
  const hint =
    "Copy the id from the report of a check of the same description; --only and --exclude must let it through.";
  throw new CheckError("CHECK_FINDING_UNKNOWN", `No part of this check leads to a finding ${replay}.`, { hint });
}

function isRemoval({ method, path }: RawOperation): boolean {
  return method === "DELETE" && path.includes("{");
}

/** The first operation of each path. */
function firstOfPaths(operations: readonly RawOperation[]): RawOperation[] {
  return [...new Map(operations.toReversed().map((operation) => [operation.path, operation])).values()].reverse();
}

function isListPair(pair: RawPair): pair is RawPair & { readonly list: RawOperation } {
  return pair.list !== undefined;
}

/** Does all parts in turn. Returns whether it ended before the last: by the signal, or because the server does not answer any more. */
async function runAll(
  run: CheckRun,
  subjects: readonly Subject[],
  { onProgress, signal, seconds = 0 }: CheckOptions,
): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  for (const [done, subject] of subjects.entries()) {
    if (signal?.aborted) return true;
    if ((subject.isExtra && performance.now() > end) || isReplayed(run)) break;
    if (run.client.isGivenUp) {
      const reason = "the server does not answer any more";
      run.findings.skipped.push({ subject: subject.key.replace(/^\w+ /, ""), style: "full", reason });
      return true;
    }
    const findings = run.findings.failures.length;
    onProgress?.({ done, total: subjects.length, subject: subject.key.replace(/^\w+ /, ""), findings });
    run.current.subject = subject.key;
    run.current.exchanges = [];
    try {
      await subject.run();
    } catch (error) {
      if (signal?.aborted) return true;
      // A story's helper found nobody at the other end; a request of its own is a finding.
      if (!(error instanceof NoAnswer)) throw error;
      run.findings.skipped.push({ subject: subject.key, style: "full", reason: `no answer: ${error.message}` });
    }
  }
  return signal?.aborted ?? false;
}
