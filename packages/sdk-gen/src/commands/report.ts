import { plainText } from "@onespec/command-line";
import type { Diagnostic } from "@onespec/spec-core";
import { createColors } from "picocolors";
import type { SdkReport } from "../generate-sdk.js";
import { compareVersions } from "../surface/next-version.js";

export interface ReportFacts {
  readonly report: SdkReport;
  readonly folder: string;
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly elapsedMs: number;
}

const MOST_CHANGES = 12;

/** Problems that make a type of the client unknown, so they are also printed without `--verbose`. */
const LOOSENING: ReadonlySet<string> = new Set<Diagnostic["code"]>([
  "invalid-schema",
  "refused-reference",
  "too-deep",
  "unknown-type",
  "unresolved-reference",
]);

/** The report for people. */
export function formatReport({ report, folder, check, dryRun, elapsedMs }: ReportFacts, color: boolean): string {
  const { bold, green, red, yellow, dim } = createColors(color);
  const { changes, plan, api, version, before, suggested, surface, owed, stale } = report;
  const lines = [
    `${bold(plainText(api.title))} ${plainText(api.version)}: ${plural(api.operations.length, "operation")}, ${plural(plan.groups.length, "resource")}, ${plural(plan.models.length, "model")}`,
  ];
  const counts = `${changes.write.length} written, ${changes.kept} unchanged, ${changes.remove.length} removed`;
  if (check) lines.push(stale ? red(`${folder} is stale: ${staleText(report)}`) : green(`${folder} is up to date`));
  else
    lines.push(
      `${folder}: version ${version}${before === undefined || before === version ? "" : ` after ${before}`}, ${dryRun ? counts.replace("written", "to write").replace("removed", "to remove") : counts}`,
    );
  if (!check && changes.remove.length > 0) lines.push(`  removed  ${listed(changes.remove)}`);
  const asBefore = keptText(report);
  if (asBefore !== "") lines.push(`  as in the last run: ${asBefore}`);
  const breaking = surface.filter(({ effect }) => effect === "breaking");
  const others = surface.filter(({ effect }) => effect !== "breaking");
  const shown = [...breaking, ...others.slice(0, Math.max(0, MOST_CHANGES - breaking.length))];
  for (const { effect, message } of shown) {
    const paint = effect === "breaking" ? red : effect === "added" ? green : yellow;
    lines.push(`  ${paint(effect.padEnd(8))} ${plainText(message)}`);
  }
  if (surface.length > shown.length) {
    const where = check || dryRun ? "--json shows them" : "see CHANGELOG.md";
    lines.push(`  … and ${surface.length - shown.length} more changes, none breaking: ${where}`);
  }
  if (suggested !== undefined && surface.length + owed.length > 0 && compareVersions(version, suggested) < 0) {
    const [first = owed[0]] = owed.filter(({ effect }) => effect === "breaking");
    const earlier = first ? `; still owed from earlier runs: ${plainText(first.message)}` : "";
    lines.push(`  the changes ask for version ${suggested} or higher${earlier}${owed.length > 1 ? ", …" : ""}`);
  }
  if (check && stale) lines.push(`  hint: run generate-sdk without --check, and commit ${folder}`);
  const loose = report.diagnostics.filter(({ severity, code }) => severity === "error" || LOOSENING.has(code));
  for (const diagnostic of loose.slice(0, MOST_CHANGES)) lines.push(`  ${yellow("warning")}  ${noteText(diagnostic)}`);
  if (loose.some(({ severity }) => severity === "error"))
    lines.push("  the client accepts any value there; fix the description and generate again");
  const notes = report.diagnostics.length - Math.min(loose.length, MOST_CHANGES);
  if (notes > 0) lines.push(dim(`${plural(notes, "note")} on the description: --verbose shows them`));
  lines.push(dim(`${Math.round(elapsedMs)} ms`));
  return `${lines.join("\n")}\n`;
}

function staleText({ changes }: SdkReport): string {
  return listed([...changes.write.map(({ path }) => path), ...changes.remove]);
}

function listed(names: readonly string[]): string {
  return names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
}

/** The options that this run took over from the one before. */
function keptText({ kept }: SdkReport): string {
  const { language, validation, queries, with: additions = [] } = kept;
  return [
    language && `--language ${language}`,
    validation === false && "--no-validation",
    queries === false && "--no-queries",
    additions.length > 0 && `--with ${additions.join(",")}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** For each resource: its paths, its id, its relations, and the reason for the role of each operation. */
export function formatVerbose({ plan, diagnostics }: SdkReport): string {
  const lines = plan.groups.flatMap(({ name, resource, relations, methods }) => [
    `${name}${resource ? `: ${resource.collectionPath}${resource.itemPath ? `, ${resource.itemPath}` : ""}, id ${resource.id.property?.join(".") ?? "not in the record"}` : ""}`,
    ...(relations.length > 0 ? [`  populate: ${relations.map(relationText).join(", ")}`] : []),
    ...methods.map(
      ({ name: method, operation }) =>
        `  ${method}: ${operation.method.toUpperCase()} ${plainText(operation.path)}; ${plainText(operation.roleReason)}`,
    ),
  ]);
  const renames = [...plan.renamed].map(([subject, name]) => `  ${plainText(subject)} is called ${name}`);
  const notes = diagnostics.map((diagnostic) => `${diagnostic.severity}: ${noteText(diagnostic)}`);
  return `${[...lines, ...(renames.length > 0 ? ["renamed:", ...renames] : []), ...notes].join("\n")}\n`;
}

function noteText({ message, location, hint }: SdkReport["diagnostics"][number]): string {
  const place = `${plainText(location.file)}${location.line === undefined ? "" : `:${location.line}`}`;
  return `${plainText(message)} (${place})${hint === undefined ? "" : ` ${plainText(hint)}`}`;
}

function relationText(relation: SdkReport["plan"]["groups"][number]["relations"][number]): string {
  const { name } = relation;
  if (relation.kind === "link") return `${name} -> ${plainText(relation.operation.id)}, a link`;
  if (relation.kind === "expand") return `${name}, by expand`;
  const by = relation.kind === "many" ? "below it" : `by ${plainText(relation.key.join("."))}`;
  return `${name} -> ${relation.target}, ${by}`;
}

/** The report for programs. */
export function formatJson({ report, folder, check, dryRun }: ReportFacts): string {
  const { version, before, suggested, changes, surface, stale, api, plan } = report;
  return `${JSON.stringify(
    {
      folder,
      version,
      previousVersion: before ?? null,
      suggestedVersion: suggested ?? null,
      operations: api.operations.length,
      resources: plan.groups.map(({ name }) => name),
      written: check || dryRun ? [] : changes.write.map(({ path }) => path),
      ...(check || dryRun
        ? { wouldWrite: changes.write.map(({ path }) => path), wouldRemove: changes.remove }
        : { removed: changes.remove }),
      unchanged: changes.kept,
      stale,
      changes: surface,
      diagnostics: report.diagnostics,
    },
    null,
    2,
  )}\n`;
}

function plural(count: number, noun: string): string {
  // Not `toLocaleString`: loading Node's language data takes several milliseconds.
  const digits = String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${digits} ${noun}${count === 1 ? "" : "s"}`;
}
