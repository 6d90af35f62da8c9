import { plainText } from "@onespec/command-line";
import { CONTRACT_PATH, MANIFEST_PATH } from "../../change/manifest.js";
import type { ConflictPlace } from "../../change/merge-files.js";
import { countText, listText } from "../../text/phrases.js";
import { OPERATIONS_PATH } from "../check/last-import.js";
import type { ImportPlan } from "./plan-import.js";

/** The effects of an import, for scripts. */
export function importFacts(plan: ImportPlan): Readonly<Record<string, unknown>> {
  const { api, contract, files, migration, changes, isHeldBack, lacking, plainSecrets, unkept, stale } = plan;
  const { merged, conflicts, inTheWay, orphans, deleted } = files;
  return {
    title: api.title,
    version: api.version,
    operations: contract.actions.map(({ operation, group, action, work }) => ({
      operation: `${operation.method.toUpperCase()} ${operation.path}`,
      action: `${group}/${action}`,
      work: work.kind,
    })),
    policies: contract.policies.map(({ name, schemeName }) => ({ policy: name, scheme: schemeName })),
    models: contract.entities.map(({ name, table }) => ({ name, table })),
    files: changes.map(({ kind, path }) => ({ kind, path })),
    ...(migration.migration !== undefined && !isHeldBack && { migration: migration.migration }),
    heldBack: isHeldBack,
    merged,
    conflicts,
    lacking,
    plainSecrets,
    unkept,
    stale,
    inTheWay,
    orphans,
    deleted,
  };
}

/** The import's own records. */
const RECORDS: readonly string[] = [MANIFEST_PATH, CONTRACT_PATH, OPERATIONS_PATH];

/** The effects of an import, for people. */
export function reportImport(plan: ImportPlan, isDry: boolean): string {
  if (plan.isHeldBack) return reportHeldBack(plan, isDry);
  const { api, contract, files, unwritten, migration, lacking, plainSecrets, unkept, moved, stale, changes } = plan;
  const told = changes.filter(({ path }) => !RECORDS.includes(path));
  const count = (kind: string): number => told.filter((change) => change.kind === kind).length;
  const { actions, policies } = unwritten;
  const lines = [
    `${plainText(api.title)} ${plainText(api.version)}: ${countText(contract.actions.length, "operation")}, ${countText(contract.entities.length, "model")}, ${countText(contract.services.length, "service")}.`,
    ...contract.notes.map((note) => `  ${plainText(note)}`),
    ...unkeptLines(unkept).map((line) => `  ${plainText(line)}`),
    ...ifAny(
      actions,
      `  ${countText(actions.length, "operation")} to write by hand (generated answers until then): *.`,
    ),
    ...ifAny(
      policies,
      `  ${countText(policies.length, "security policy", "security policies")} to write by hand (requests are rejected until then): *.`,
    ),
    ...ifAny(
      plainSecrets,
      `  Warning: * ${plainSecrets.length === 1 ? "is stored as clients send it" : "are stored as clients send them"}. Hash passwords in a beforeSave hook of the model.`,
    ),
    `${isDry ? "Would create" : "Created"} ${count("create")}, ${isDry ? "update" : "updated"} ${count("update")}, ${isDry ? "delete" : "deleted"} ${count("delete")} files.`,
    ...(migration.migration === undefined
      ? []
      : [`Migration: ${migration.migration} (${countText(migration.operations.length, "step")}).`]),
    ...ifAny(files.merged, "Merged with your edits: *."),
    ...ifAny(files.deleted, "Deleted by you, and not created again (--force creates them): *."),
    ...ifAny(
      files.orphans.filter((path) => moved.every(({ from }) => from !== path)),
      "No longer in the description, but edited by you, so kept: *.",
    ),
    ...moved.map(
      ({ from, to }) =>
        `${to} answers the operation of ${from}, which you edited: move your code there and delete ${from}, because the application does not start with both.`,
    ),
    ...ifAny(files.inTheWay, "Kept, because no import wrote them (--force replaces them): *."),
    ...stale.map(
      ({ property, places }) =>
        `The description no longer has ${property}, and your code names it: ${listText(places, MOST_LISTED)}.`,
    ),
    ...ifAny(
      lacking,
      "The description has *, and your models do not: values that clients send are lost until you add them.\nNext: add them to api/models, then framework migrations:generate <name>, then framework migrations:run.",
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function unkeptLines(unkept: ImportPlan["unkept"]): readonly string[] {
  const conflicts = unkept.flatMap((each) => (each.kind === "conflict" ? [each] : []));
  const parameters = unkept.flatMap((each) => (each.kind === "parameter" ? [each] : []));
  const files = unkept.flatMap((each) => (each.kind === "file" ? [each] : []));
  const isHeader = ({ name }: { readonly name: string }): boolean => /^idempotency/i.test(name);
  const places = (all: typeof parameters): string[] => all.map(({ name, operation }) => `${name} of ${operation}`);
  return [
    ...conflicts.map(
      ({ operation, model }) =>
        `${operation} documents 409, and not which property is unique: add unique: true to one in the model ${model}, or "must be unique" to its description.`,
    ),
    ...ifAny(
      places(parameters.filter(isHeader)),
      'Nothing reads * yet: a repeated request takes effect again. See docs/reference/services.md, "Repeated requests".',
    ),
    ...ifAny(
      places(parameters.filter((each) => !isHeader(each))),
      'Nothing reads these query parameters yet: *. Add filters for them to the list of the service: docs/reference/services.md, "Options".',
    ),
    ...ifAny(
      places(files),
      'Nothing keeps these files of forms yet: *. Keep them in the action: docs/framework/fastify.md, "Files".',
    ),
  ];
}

function reportHeldBack({ api, files }: ImportPlan, isDry: boolean): string {
  const count = countText(files.conflicts.length, "file");
  return [
    `${plainText(api.title)} ${plainText(api.version)} is not imported${isDry ? "" : " yet"}: you and the description changed the same places of ${count}. The application stays as it was.`,
    ...files.conflicts.flatMap((path) => [
      `  ${path}: the description's version ${isDry ? "will be" : "is"} in ${path}.new`,
      ...(files.places.get(path) ?? []).flatMap(placeLines),
    ]),
    isDry
      ? "Next: run spec:import without --dry-run. It writes the .new files; edit each file until it is right, then delete its .new file."
      : "Next: edit each file until it is right, delete its .new file, and run spec:import again. Deleting .new alone keeps your lines in these places; all other changes are merged. --force takes the description's.",
    "",
  ].join("\n");
}

/** One place of a conflict, with both versions. */
function placeLines(place: ConflictPlace): readonly string[] {
  if ("repeated" in place) return [`    both sides added ${place.repeated}`];
  const { line, edited, generated } = place;
  const shown = (who: string, lines: readonly string[]): string[] => {
    const some = lines.slice(0, MOST_LINES).map((text) => plainText(text.trim()));
    return [...(some.length === 0 ? ["(nothing)"] : some), ...(lines.length > MOST_LINES ? ["…"] : [])].map(
      (text, at) => `      ${(at === 0 ? who : "").padEnd("description:".length)}  ${text}`,
    );
  };
  const last = line + edited.length - 1;
  return [
    `    ${last > line ? `lines ${line} to ${last}` : `line ${line}`}`,
    ...shown("yours:", edited),
    ...shown("description:", generated),
  ];
}

const MOST_LINES = 3;

/** A line with names. Nothing if there are no names. @param line has `*` in place of the names */
function ifAny(names: readonly string[], line: string): string[] {
  return names.length === 0 ? [] : [line.replace("*", () => listText(names, MOST_LISTED))];
}

const MOST_LISTED = 12;
