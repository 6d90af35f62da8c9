import { type ApiDescription, parsePathTemplate } from "@onespec/spec-core";
import type { LoadedAction } from "../app/app.js";
import type { Check } from "./check.js";

/** Has every operation of the imported description an action, and every action an operation? */
export function checkContract({ operations }: ApiDescription, actions: readonly LoadedAction[]): readonly Check[] {
  const asked = new Map(
    operations.map(({ method, path }) => [placeOf(method, path), `${method.toUpperCase()} ${path}`]),
  );
  const answered = new Map(actions.map(({ action, file }) => [placeOf(action.method, action.path), file]));
  const missing = [...asked].filter(([place]) => !answered.has(place)).map(([, operation]) => operation);
  const extra = [...answered].filter(([place]) => !asked.has(place)).map(([, file]) => file);
  const warn = (message: string, hint: string): Check => ({ name: "contract", state: "warning", message, hint });
  return [
    ...(missing.length === 0
      ? []
      : [warn(`no action answers ${missing.join(", ")}`, "Write it, or run spec:import again.")]),
    ...(extra.length === 0
      ? []
      : [
          warn(
            `the description does not have what ${extra.join(", ")} answers`,
            "Add it to the description: framework spec:export prints it.",
          ),
        ]),
    ...(missing.length + extra.length === 0
      ? [{ name: "contract", state: "ok" as const, message: `${operations.length} operations, each with its action` }]
      : []),
  ];
}

/** Templates that differ only in the names of parameters are the same (OpenAPI 3.1, "Paths Object"). */
function placeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${parsePathTemplate(path).text.replace(/\{[^{}]*\}/g, "{}")}`;
}
