import { plainText } from "@onespec/command-line";
import type { PlacedChange } from "@onespec/sdk-gen";
import type {
  AppChanges,
  ClientChanges,
  DescriptionFacts,
  GateReport,
  KeptData,
  UnfitRecords,
} from "../model/gate-report.js";

/** A part of the report, the same in every format. */
export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
  /** Remarks on the section as a whole. */
  readonly notes: readonly string[];
}

export interface Finding {
  /** `breaking` fails the gate. */
  readonly effect: "breaking" | "changed" | "added";
  /** How many records it stands for; absent: it is a change. */
  readonly records?: number;
  /** One line; names and values stand between backticks. */
  readonly message: string;
  readonly file: string;
  readonly line?: number | undefined;
  /** The file as a comment names it: the same wherever the description lies. Default: the file. */
  readonly shownFile?: string;
  /** True if the place is in the old description, which no pull request shows. */
  readonly isOld?: boolean;
}

export function sectionsOf(report: GateReport): readonly Section[] {
  const { after, client, data, app } = report;
  return [
    clientSection(client, report),
    ...data.map((kept) => dataSection(kept, after)),
    ...(app === undefined ? [] : [appSection(app, report)]),
  ];
}

/** `2 breaking changes: 1 in the client, 1 in the app; 3 records of the seeds no longer fit`. */
export function summaryOf(sections: readonly Section[]): string {
  const broken = sections.flatMap(({ title, findings }) => {
    const all = findings.filter(isBreaking);
    const records = all.reduce((sum, { records: count = 0 }) => sum + count, 0);
    return all.length === 0 ? [] : [{ title: title.toLowerCase(), count: all.length, records }];
  });
  const changed = broken.filter(({ records }) => records === 0);
  const total = changed.reduce((sum, { count }) => sum + count, 0);
  const parts = changed.map(({ title, count }) => `${count} in the ${title}`).join(", ");
  const told = [
    ...(total === 0 ? [] : [`${total} breaking ${total === 1 ? "change" : "changes"}: ${parts}`]),
    ...broken.flatMap(({ title, records }) =>
      records === 0
        ? []
        : [
            `${records} ${records === 1 ? "record" : "records"} of the ${title} no longer ${records === 1 ? "fits" : "fit"}`,
          ],
    ),
  ];
  if (told.length > 0) return told.join("; ");
  const changes = sections.reduce((sum, { findings }) => sum + findings.length, 0);
  if (changes === 0) return "No changes";
  return `Nothing breaks, ${changes} other ${changes === 1 ? "change" : "changes"}`;
}

export function isBreaking({ effect }: Finding): boolean {
  return effect === "breaking";
}

function clientSection({ changes, nextVersion, isAccepted }: ClientChanges, { before, after }: GateReport): Section {
  const isBroken = changes.some(({ effect }) => effect === "breaking");
  const versions = `from ${span(before.version)} to ${span(after.version)}`;
  const notes = [
    ...errorNotes("old", before),
    ...errorNotes("new", after),
    ...(isBroken && isAccepted
      ? [`The version is raised ${versions}, as these changes require: the gate accepts them.`]
      : []),
    ...(changes.length > 0 && !isAccepted && nextVersion !== undefined && nextVersion !== after.version
      ? [`After ${span(before.version)} these changes require version ${span(nextVersion)} or higher.`]
      : []),
  ];
  const newErrors = after.errors - before.errors;
  const broken: Finding = {
    effect: "breaking",
    message: `the description has ${counted(newErrors)} more`,
    file: after.source,
  };
  const findings = groupBySubject(changes).map(([first, ...more]): Finding => {
    const { subject, place } = first;
    const all = EFFECTS.flatMap((effect) => [first, ...more].filter((change) => change.effect === effect));
    const worst = all[0]?.effect ?? first.effect;
    const message = `${span(subject)}: ${all.map((change) => plainText(change.message)).join("; ")}`;
    const { source } = place?.isOld ? before : after;
    const folder = source.slice(0, source.lastIndexOf("/") + 1);
    return {
      effect: worst === "breaking" && isAccepted ? "changed" : worst,
      message,
      ...(place === undefined
        ? { file: after.source }
        : {
            file: folder + place.file,
            line: place.line,
            shownFile: place.isOld ? `old ${place.file}` : place.file,
            isOld: place.isOld === true,
          }),
    };
  });
  return { title: "Client", findings: newErrors > 0 ? [broken, ...findings] : findings, notes };
}

const EFFECTS = ["breaking", "changed", "added"] as const;

/** The changes of one property of a schema are one, in requests and in answers. */
function groupBySubject(changes: readonly PlacedChange[]): [PlacedChange, ...PlacedChange[]][] {
  const groups = new Map<string, [PlacedChange, ...PlacedChange[]]>();
  for (const [at, change] of changes.entries()) {
    const key = change.subject.startsWith("schema ") ? change.subject : String(at);
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()];
}

function errorNotes(which: string, { errors }: DescriptionFacts): readonly string[] {
  if (errors === 0) return [];
  return [
    `The ${which} description has ${counted(errors)}, and broken operations are not compared: run \`mock-server --check\`.`,
  ];
}

function counted(errors: number): string {
  return errors === 1 ? "1 error" : `${errors} errors`;
}

const DATA_TITLES = { "data directory": "Data directory", store: "Store", seeds: "Seeds" } as const;

function dataSection({ kind, place, unfit }: KeptData, after: DescriptionFacts): Section {
  return {
    title: DATA_TITLES[kind],
    findings: unfit.map((records) => ({
      effect: "breaking",
      records: records.unfit,
      message: unfitText(records),
      file: fileOf(kind, place, records, after),
      line: records.line,
    })),
    notes: [],
  };
}

function fileOf(kind: KeptData["kind"], place: string, { name }: UnfitRecords, after: DescriptionFacts): string {
  switch (kind) {
    case "seeds":
      return name;
    case "data directory":
      return `${place}/${name}.json`;
    case "store":
      // A table of a database is no file: the description is what changed.
      return after.source;
  }
}

function unfitText({ name, unfit, reasons, line }: UnfitRecords): string {
  const count = `${unfit} ${unfit === 1 ? "record no longer fits" : "records no longer fit"}`;
  // With a line, every format writes the place before the message.
  return `${line === undefined ? `${span(name)}: ` : ""}${count}: ${reasons.map(span).join(", ")}`;
}

function appSection({ steps, losses, questions, conflicts, refusal }: AppChanges, { after }: GateReport): Section {
  const found = (effect: Finding["effect"], messages: readonly string[]): Finding[] =>
    messages.map((message) => ({ effect, message, file: after.source }));
  const migration = steps.length === 0 ? [] : ["A migration is needed: `framework spec:import` writes it."];
  return {
    title: "App",
    findings: [
      ...found("breaking", refusal === undefined ? [] : [`No migration can follow: ${span(refusal)}`]),
      ...found(
        "breaking",
        losses.map((loss) => `The migration loses ${span(loss)}`),
      ),
      ...found(
        "breaking",
        questions.map((question) => `The import asks: ${span(question)}`),
      ),
      ...found(
        "breaking",
        conflicts.map((path) => `${span(path)} was edited in the lines that change`),
      ),
      ...found(
        "changed",
        steps.map((step) => `The migration ${span(step)}`),
      ),
    ],
    notes: migration,
  };
}

/** Text of a description or of data between backticks, on one line. */
function span(text: string): string {
  return `\`${plainText(text).replaceAll("`", "'")}\``;
}
