import type { App } from "../../app/app.js";
import { FrameworkError } from "../../errors/framework-error.js";
import { readOperations } from "./operations-file.js";

/** Where an application and the description it was made from differ. */
interface ContractGap {
  /** Operations without an action: `GET /books`. */
  readonly missing: readonly string[];
  /** Actions without an operation: `books/export (GET /books/export)`. */
  readonly extra: readonly string[];
}

/** Compares an application's actions with what was imported. An application without a description has no gap. */
async function findContractGap({ folder, actions }: Pick<App, "folder" | "actions">): Promise<ContractGap> {
  const operations = await readOperations(folder);
  if (operations === undefined) return { missing: [], extra: [] };
  const described = new Set(operations.map(placeOf));
  const own = actions.map(({ name, action }) => ({ name, place: `${action.method} ${action.path}` }));
  const answered = new Set(own.map(({ place }) => placeOf(place)));
  return {
    missing: operations.filter((operation) => !answered.has(placeOf(operation))),
    extra: own.filter(({ place }) => !described.has(placeOf(place))).map(({ name, place }) => `${name} (${place})`),
  };
}

/** A line for each kind of gap, for people. */
function describeContractGap({ missing, extra }: ContractGap): readonly string[] {
  return [
    ...(missing.length === 0
      ? []
      : [
          `${count(missing, "operation of the description has", "operations of the description have")} no action: ${list(missing)}.`,
        ]),
    ...(extra.length === 0
      ? []
      : [`${count(extra, "action is", "actions are")} not in the description: ${list(extra)}.`]),
  ];
}

/** The application with its gap among the warnings. @param isStrict refuse instead @throws FrameworkError CONTRACT_GAP */
export async function withContractWarnings(app: App, isStrict: boolean): Promise<App> {
  const lines = describeContractGap(await findContractGap(app));
  if (lines.length === 0) return app;
  if (isStrict) {
    throw new FrameworkError("CONTRACT_GAP", `The application is not what its description says. ${lines.join(" ")}`, {
      hint: "Write the actions, or change the description and import it: framework spec:import <description>",
    });
  }
  return { ...app, warnings: [...app.warnings, ...lines] };
}

const MOST_LISTED = 8;

function list(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).join(", ");
  return names.length > MOST_LISTED ? `${shown} and ${names.length - MOST_LISTED} more` : shown;
}

function count(names: readonly string[], one: string, many: string): string {
  return `${names.length} ${names.length === 1 ? one : many}`;
}

/** Names of parameters do not matter. */
function placeOf(operation: string): string {
  return operation.replace(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/+$/, "");
}
