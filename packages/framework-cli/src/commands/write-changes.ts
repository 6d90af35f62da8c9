import type { Terminal } from "@onespec/command-line";
import { createColors } from "picocolors";
import { applyChanges } from "../change/apply-changes.js";
import { lineDiff } from "../change/line-diff.js";
import { MANIFEST_PATH } from "../change/manifest.js";
import {
  type FileChange,
  type PlannedChanges,
  type PresentFiles,
  planChanges,
  type WantedFile,
} from "../change/plan-changes.js";
import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { checkRoute, type GeneratorApp, presentFor, refuseTwins } from "../generate/generator-app.js";
import { planSchemaSync, type SchemaSync } from "../generate/schema-sync.js";
import type { CommonFlags } from "./command-context.js";

/** A generator's report, in addition to its files. */
export interface WriteReport {
  /** Next steps, for the user. */
  readonly notes?: readonly string[];
  /** For scripts. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The output of a generator. */
export interface Generated {
  /** The generator call: `model Book`. */
  readonly origin: string;
  readonly files: readonly WantedFile[];
  /** Routes that the files answer. */
  readonly routes?: readonly { readonly method: string; readonly path: string; readonly action: string }[];
  /** All models afterwards: other files that were generated from them are brought along. */
  readonly entities?: readonly Entity[];
}

/** Writes the output of a generator, as `writeChanges` does. */
export async function writeGenerated(
  app: GeneratorApp,
  { origin, files, routes = [], entities = [] }: Generated,
  flags: CommonFlags,
  terminal: Terminal,
  report: WriteReport,
): Promise<void> {
  refuseTwins(app, files);
  for (const { method, path, action } of routes) await checkRoute(app, action, method, path);
  const present = presentFor(app, files);
  const plan = planChanges(files, present, app.manifest, origin);
  const sync = planSchemaSync(app, entities, plan.manifest, { fresh: plan.changes.map(({ path }) => path) });
  const own = plan.changes.filter(({ path }) => path !== MANIFEST_PATH);
  const changes = { changes: [...own, ...sync.changes], conflicts: plan.conflicts };
  const texts = new Map([...present, ...sync.present]);
  const notes = [...(report.notes ?? []), ...syncNotes(sync)];
  await writeChanges(changes, texts, app.folder, flags, terminal, { ...report, notes });
}

/** Notes for the user after generated files followed their models. */
export function syncNotes({ merged, conflicts, deleted, untested }: SchemaSync): string[] {
  return [
    ...untested.map(
      (model) =>
        `No valid test record of ${model} was found (a required field has a pattern, or required references form a circle): its generated tests use an empty database.`,
    ),
    ...merged.map((path) => `${path} was edited; the changes of its model were merged.`),
    ...conflicts.map((path) => `${path} was edited in the same lines: merge ${path}.new by hand, then delete it.`),
    ...deleted.map((path) => `${path} was deleted and stays deleted; --force creates it again.`),
  ];
}

/**
 * Carries out a plan and prints a report. With `--dry-run`, only shows the plan.
 * @throws FrameworkError FILE_EXISTS or FILE_EDITED if a file is in the way and `--force` is not given; nothing is
 * written then
 */
export async function writeChanges(
  { changes, conflicts }: Pick<PlannedChanges, "changes" | "conflicts">,
  present: PresentFiles,
  appFolder: string,
  flags: CommonFlags,
  terminal: Terminal,
  { notes = [], facts = {} }: WriteReport = {},
): Promise<void> {
  if (flags.dryRun && !flags.json)
    for (const change of changes) terminal.out(diffText(change, present, terminal.outColor));
  if (conflicts.length > 0 && !flags.force) throw conflictError(conflicts, changes);
  if (!flags.dryRun) await applyChanges(changes, appFolder);

  const told = changes.filter(({ path }) => !path.startsWith(".framework/"));
  if (flags.json) {
    const files = told.map((change) => ({ kind: change.kind, path: change.path }));
    terminal.out(`${JSON.stringify({ dryRun: flags.dryRun ?? false, files, ...facts }, null, 2)}\n`);
    return;
  }
  for (const { kind, path } of told) terminal.out(`${kind}  ${path}\n`);
  if (told.length === 0) terminal.out("Nothing to change.\n");
  if (flags.dryRun) terminal.err("Nothing was written: --dry-run.\n");
  else for (const note of notes) terminal.err(`${note}\n`);
}

/** A change as a unified diff. */
function diffText(change: FileChange, present: PresentFiles, color: boolean): string {
  // The manifest and the like are not for reading.
  if (change.path.startsWith(".framework/")) return "";
  const colors = createColors(color);
  const before = present.get(change.path) ?? "";
  const lines = lineDiff(before, change.kind === "delete" ? "" : change.content).split("\n");
  const painted = lines.map((line) =>
    line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line,
  );
  const from = change.kind === "create" ? "/dev/null" : `a/${change.path}`;
  const to = change.kind === "delete" ? "/dev/null" : `b/${change.path}`;
  return `${colors.bold(`--- ${from}\n+++ ${to}`)}\n${painted.join("\n")}`;
}

function conflictError(conflicts: PlannedChanges["conflicts"], changes: readonly FileChange[]): FrameworkError {
  if (changes.some(({ kind }) => kind === "delete")) {
    const names = conflicts.map(({ path }) => path).join(", ");
    return new FrameworkError("FILE_EDITED", `Edited since it was generated: ${names}.`, {
      hint: "Nothing was removed. --force removes it anyway; --dry-run shows what would be removed.",
    });
  }
  const names = conflicts.map(({ path, isEdited }) => (isEdited ? path : `${path} (as it was generated)`)).join(", ");
  return new FrameworkError("FILE_EXISTS", `Already exists: ${names}.`, {
    hint: "Nothing was written. --force replaces it; --dry-run shows the difference.",
  });
}
