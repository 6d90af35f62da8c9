import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { isCodedError } from "@onespec/spec-core/errors";
import { GateError } from "./errors/gate-error.js";
import type { AppChanges, ClientChanges, DescriptionFacts, GateReport, KeptData } from "./model/gate-report.js";

export interface GateOptions {
  /** A data directory of `mock-server`. */
  readonly dataDir?: string | undefined;
  /** The PostgreSQL database of a `mock-server`, as its `--store` takes it. */
  readonly store?: string | undefined;
  /** A folder of seeds of `mock-server`. */
  readonly seeds?: string | undefined;
  /** The folder of an application of `framework` that imported the old description. */
  readonly app?: string | undefined;
  /** A configuration file of `generate-sdk`. */
  readonly config?: string | undefined;
  /** Accept breaking changes of the client if `info.version` is raised as semver requires. */
  readonly semver?: boolean | undefined;
  /** Follow `$ref`s to other hosts and to files outside the folder of the description. */
  readonly allowRefs?: boolean | undefined;
}

/**
 * Compares two versions of a description: what the change breaks in the generated client, in kept data and in an application.
 * Writes nothing.
 * @param before path or URL of the old description
 * @param after path or URL of the new one
 * @throws GateError, DescriptionError, SdkGenError, StoreError and OptionsError if something cannot be read
 */
export async function runGate(before: string, after: string, options: GateOptions = {}): Promise<GateReport> {
  const { dataDir, store, seeds, app, allowRefs = false } = options;
  await requireFolder("--data-dir", dataDir);
  await requireFolder("--seeds", seeds);
  await requireFolder("--app", app);
  const old = await loadDescription(before, { allowRefs });
  const now = await loadDescription(after, { allowRefs });
  const client = await clientChanges(old, now, options);
  const data = await keptData(old, now, { dataDir, store, seeds });
  const changes = app === undefined ? undefined : await appChanges(app, after, allowRefs);
  const breaks = [
    !client.isAccepted && client.changes.some(({ effect }) => effect === "breaking"),
    now.errors.length > old.errors.length,
    data.some(({ unfit }) => unfit.length > 0),
    changes !== undefined && breaksApp(changes),
  ];
  return {
    before: factsOf(before, old),
    after: factsOf(after, now),
    breaking: breaks.includes(true),
    client,
    data,
    ...(changes !== undefined && { app: changes }),
  };
}

async function requireFolder(flag: string, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new GateError("DATA_MISSING", `${flag}: there is no folder ${folder}.`, {
    hint: "Check the path, or leave the option out.",
  });
}

function factsOf(source: string, { title, version, errors }: ApiDescription): DescriptionFacts {
  return { source, title, version, errors: errors.length };
}

async function clientChanges(
  before: ApiDescription,
  after: ApiDescription,
  { config, semver = false }: GateOptions,
): Promise<ClientChanges> {
  const { compareClients } = await import("@onespec/sdk-gen");
  const { changes, nextVersion, isVersionRaised } = await compareClients(before, after, { config });
  if (semver && nextVersion === undefined) {
    const version = JSON.stringify(before.version);
    throw new GateError("VERSION_NOT_SEMVER", `--semver: the old description's version ${version} is not semver.`, {
      hint: "Write info.version as three numbers with dots, such as 1.2.3, or leave --semver out.",
    });
  }
  return { changes, ...(nextVersion !== undefined && { nextVersion }), isAccepted: semver && isVersionRaised };
}

async function keptData(
  before: ApiDescription,
  after: ApiDescription,
  { dataDir, store, seeds }: Pick<GateOptions, "dataDir" | "store" | "seeds">,
): Promise<readonly KeptData[]> {
  if (dataDir === undefined && store === undefined && seeds === undefined) return [];
  const { checkDataDirectory, checkSeeds, checkStore } = await import("@onespec/mock-server");
  const found: KeptData[] = [];
  if (dataDir !== undefined) {
    const unfit = await checkDataDirectory(dataDir, after, { before });
    found.push({ kind: "data directory", place: dataDir, unfit });
  }
  if (store !== undefined) {
    const unfit = await checkStore(store, after, { before });
    found.push({ kind: "store", place: shownAddress(store), unfit });
  }
  if (seeds !== undefined) {
    const unfit = await checkSeeds(seeds, after, { before });
    found.push({ kind: "seeds", place: seeds, unfit });
  }
  return found;
}

/** Without the password, which may also stand in a parameter. */
function shownAddress(store: string): string {
  const { protocol, host, pathname } = new URL(store);
  return `${protocol}//${host}${pathname}`;
}

async function appChanges(folder: string, source: string, allowRefs: boolean): Promise<AppChanges> {
  const { previewImport } = await importFramework(folder);
  const preview = await previewImport(folder, source, { allowRefs }).catch((error: unknown) => {
    if (!isCodedError(error)) throw error;
    const { message, hint = "Run framework doctor in the folder of the application." } = error;
    throw new GateError("APP_UNREADABLE", message, { hint, cause: error });
  });
  if (!preview.isImported) {
    throw new GateError("APP_NOT_IMPORTED", `The application in ${folder} has imported no description yet.`, {
      hint: "Import the old description first: framework spec:import <description>. Or leave --app out.",
    });
  }
  const { steps, losses, questions, conflicts, refusal } = preview;
  return { folder, steps, losses, questions, conflicts, ...(refusal !== undefined && { refusal }) };
}

/** The framework that the application runs on, else the one beside the gate. */
async function importFramework(folder: string): Promise<typeof import("@onespec/framework-cli")> {
  const name = "@onespec/framework-cli";
  const own = resolvedFrom(folder, name);
  try {
    return own === undefined ? await import("@onespec/framework-cli") : await import(pathToFileURL(own).href);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new GateError("FRAMEWORK_MISSING", `--app needs ${name}, which is not installed.`, {
      hint: `Run npm install in ${folder}, or: npm install -D ${name}`,
      cause,
    });
  }
}

function resolvedFrom(folder: string, name: string): string | undefined {
  try {
    return createRequire(join(resolve(folder), "package.json")).resolve(name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && /MODULE_NOT_FOUND$/.test(String(error.code));
}

function breaksApp({ losses, questions, conflicts, refusal }: AppChanges): boolean {
  return refusal !== undefined || losses.length + questions.length + conflicts.length > 0;
}
