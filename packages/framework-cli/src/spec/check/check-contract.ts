import { FrameworkError } from "../../errors/framework-error.js";
import type { App, LoadedAction } from "../../load/app.js";
import { routeKey } from "../../load/plan-routes.js";
import { countText, listText } from "../../text/phrases.js";
import { readOperations } from "./last-import.js";

/** Differences between an application and the description that was imported last. */
export interface ContractGap {
  readonly operations: number;
  /** Operations without an action: `GET /books`. */
  readonly missing: readonly string[];
  /** Actions without an operation. */
  readonly extra: readonly LoadedAction[];
}

/** Compares an application's actions with the imported operations. `undefined` if nothing was imported. */
export function findContractGap({ folder, actions }: Pick<App, "folder" | "actions">): ContractGap | undefined {
  const operations = readOperations(folder);
  if (operations === undefined) return undefined;
  const described = new Set(operations.map(keyOf));
  const answered = new Set(actions.map(({ action }) => keyOf(`${action.method} ${action.path}`)));
  return {
    operations: operations.length,
    missing: operations.filter((operation) => !answered.has(keyOf(operation))),
    extra: actions.filter(({ action }) => !described.has(keyOf(`${action.method} ${action.path}`))),
  };
}

/** A line for each kind of difference. */
function describeContractGap({ missing, extra }: ContractGap): readonly string[] {
  const names = extra.map(({ name, action }) => `${name} (${action.method} ${action.path})`);
  const lines: string[] = [];
  if (missing.length > 0) {
    const count = countText(missing.length, "operation of the description has", "operations of the description have");
    lines.push(`${count} no action: ${listText(missing)}.`);
  }
  if (extra.length > 0) {
    const count = countText(extra.length, "action is", "actions are");
    lines.push(`${count} not in the description: ${listText(names)}.`);
  }
  return lines;
}

/** Adds the differences to the application's warnings. @param isStrict reject instead @throws FrameworkError CONTRACT_GAP */
export function withContractWarnings(app: App, isStrict: boolean): App {
  const gap = findContractGap(app);
  const lines = gap === undefined ? [] : describeContractGap(gap);
  if (lines.length === 0) return app;
  if (isStrict) {
    throw new FrameworkError("CONTRACT_GAP", `The application differs from its description. ${lines.join(" ")}`, {
      hint: "Write the actions, or change the description and import it: framework spec:import <description>",
    });
  }
  return { ...app, warnings: [...app.warnings, ...lines] };
}

/** @param operation `GET /books/{id}` */
function keyOf(operation: string): string {
  const at = operation.indexOf(" ");
  return routeKey(operation.slice(0, at), operation.slice(at + 1)).replace(/(?<=[^ ])\/+$/, "");
}
