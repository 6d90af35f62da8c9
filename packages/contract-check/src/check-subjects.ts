import type { CheckOptions } from "./check-options.js";
import type { RawOperation } from "./description/raw-operation.js";
import type { RawPair } from "./description/raw-pair.js";
import { CheckError } from "./errors/check-error.js";
import { STYLES } from "./request/valid-value.js";
import { NoAnswer } from "./run/api-client.js";
import { type CheckRun, isReplayed } from "./run/check-run.js";
import { subjectId, subjectOfId } from "./run/finding.js";
import { createInvalidRounds } from "./run/run-invalid.js";
import { runOperation } from "./run/run-operation.js";
import { runUndeclared } from "./run/run-undeclared.js";
import { runAnonymous } from "./stories/run-anonymous.js";
import { runConditional } from "./stories/run-conditional.js";
import { rawFiles, runFile } from "./stories/run-file.js";
import { runList } from "./stories/run-list.js";
import { runPair } from "./stories/run-pair.js";
import { rawSingletons, runSingleton } from "./stories/run-singleton.js";

/** Rounds of broken requests over all operations. A small description gets more rounds than a large one. */
const roundsFor = (operations: number): number =>
  operations > 300 ? 1 : Math.min(8, Math.max(2, Math.floor(80 / operations)));
/** Rounds for the remaining time. No operation has this many different requests. */
const EXTRA_ROUNDS = 100;

/** One part of the check. Its `key` is the same in every run. */
interface Subject {
  readonly key: string;
  /** Run only if there is time left. */
  readonly isExtra?: boolean;
  run(): Promise<void>;
}

/** The parts of a check, in their order. @throws CheckError when no part leads to the finding that is asked for */
export function subjectsOf(run: CheckRun, checked: ReadonlySet<RawOperation>, options: CheckOptions): Subject[] {
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
  // A story restores documents without an id, so only a story changes them.
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
  // Runs last, because all other parts may need these records.
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

/** Runs all parts in turn. Returns true if it ended early, by the signal or because the server stopped answering. */
export async function runAll(
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
      // The request that failed only prepared the story. If the operation's own request fails too, that is the finding.
      if (!(error instanceof NoAnswer)) throw error;
      run.findings.skipped.push({ subject: subject.key, style: "full", reason: `no answer: ${error.message}` });
    }
  }
  return signal?.aborted ?? false;
}
