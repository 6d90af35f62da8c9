import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Entity } from "../entity/entity.js";
import { listAppFiles } from "../files/app-files.js";
import type { App } from "../load/app.js";
import { type ContractGap, findContractGap } from "../spec/check/check-contract.js";
import { readContract } from "../spec/check/last-import.js";
import { findModelGaps } from "../spec/check/model-gaps.js";
import { findPlainSecrets, findUnsetValues } from "../spec/check/unset-values.js";
import { emitContract } from "../spec/emit/emit-contract.js";
import type { ContractPlan } from "../spec/plan/contract-plan.js";
import { planContract } from "../spec/plan/plan-contract.js";
import { listText } from "../text/phrases.js";
import { attempt, type Check } from "./check.js";

/** Compares an application with the description that it was imported from. */
export async function checkContract(app: App, checks: Check[]): Promise<void> {
  const add = (state: Check["state"], message: string, hint: string): void =>
    void checks.push({ name: "contract", state, message, hint });
  await attempt("contract", checks, async () => {
    const gap = findContractGap(app);
    if (gap !== undefined) checkActions(gap, checks, add);
    checkUnwritten(app, add);
  });
  await attempt("contract", checks, async () => {
    const imported = await readContract(app.folder);
    if (imported === undefined) return;
    const plan = planContract(imported);
    checkModelGaps(plan.entities, app, add);
    await checkUnsetValues(plan, app, add);
    checkSecrets(plan, app, add);
  });
}

type Add = (state: Check["state"], message: string, hint: string) => void;

/** Compares the actions with the operations that were imported last. */
function checkActions({ operations, missing, extra }: ContractGap, checks: Check[], add: Add): void {
  if (missing.length > 0)
    add("warning", `no action answers ${missing.join(", ")}`, "Write it, or run spec:import again.");
  if (extra.length > 0) {
    const files = extra.map(({ file }) => file).join(", ");
    add("warning", `not in the description: ${files}`, "Add it to the description: framework spec:export prints it.");
  }
  if (missing.length + extra.length === 0)
    checks.push({ name: "contract", state: "ok", message: `${operations} operations, each with its action` });
}

/** Checks this only if values are not generated, as in production. */
async function checkUnsetValues(plan: ContractPlan, app: App, add: Add): Promise<void> {
  if (app.config.app.unwrittenOperations !== "refuse") return;
  for (const { model, property, file } of await findUnsetValues(plan, app))
    add(
      "warning",
      `no code sets ${model}.${property}, and no client can send it: records without it are rejected in ${app.config.environment}`,
      `Pass it in ${file}: records.create(params, body, { ${JSON.stringify(property)}: ... }). A defaultValue in the model does as well.`,
    );
}

/** Passwords in clear text. */
function checkSecrets(plan: ContractPlan, { folder }: App, add: Add): void {
  const names = findPlainSecrets(plan, emitContract(plan, "javascript"), folder);
  if (names.length === 0) return;
  const [verb, it] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  add(
    "warning",
    `${listText(names)} ${verb} stored as clients send ${it}: no code changes the text`,
    "Hash passwords in a beforeSave hook of the model.",
  );
}

/** The actions that answer generated values or 501. */
function checkUnwritten(app: App, add: Add): void {
  const names = findUnwrittenActions(app);
  if (names.length === 0) return;
  const { environment, app: server } = app.config;
  const [verb, answer] = names.length === 1 ? ["is", "it answers"] : ["are", "they answer"];
  const effect =
    server.unwrittenOperations === "refuse"
      ? `${answer} 501 in ${environment}`
      : `answers are generated in ${environment}, and production answers 501`;
  const message = `${listText(names)} ${verb} not written yet: ${effect}`;
  add("warning", message, "Write the handler in api/controllers.");
}

/**
 * The actions that still return the generated answers of the import: they call a service of `createOperationStates`.
 */
function findUnwrittenActions({ folder, actions }: App): readonly string[] {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const services = listAppFiles(folder, "api/services")
    .filter(({ path }) => /\bcreateOperationStates\(/.test(read(path)))
    .map(({ name }) => name);
  if (services.length === 0) return [];
  const call = new RegExp(`\\b(?:${services.join("|")})\\.answer\\(`);
  return actions.filter(({ file }) => call.test(read(file))).map(({ name }) => name);
}

/** Compares the models with those that the imported description asks for. */
function checkModelGaps(wanted: readonly Entity[], { entities, schemas }: App, add: Add): void {
  const isPublished = (field: string): boolean =>
    [...schemas.values()].some((schema) => typeof schema === "object" && Object.hasOwn(schema.properties ?? {}, field));
  const migrate = "then run: framework migrations:generate <name>, then framework migrations:run";
  for (const { model, missing, unset, unsent, narrower } of findModelGaps(wanted, entities)) {
    if (missing.length > 0)
      add(
        "problem",
        `the description's ${model} has ${listText(missing)}, and the model does not: values that clients send are lost`,
        `Add it to the model, ${migrate}`,
      );
    for (const difference of narrower)
      add(
        "warning",
        `the model rejects values that the description allows: ${model}.${difference}`,
        `Change the model, ${migrate}`,
      );
    if (unset !== undefined)
      add(
        "warning",
        `${model}.${unset} requires a value, and the description lets no client send one`,
        "Set it in api/services, give it a default, let it be empty, or add it to the description.",
      );
    const own = unsent.filter((field) => !isPublished(field));
    if (own.length > 0)
      add(
        "warning",
        `answers leave out ${listText(own)} of ${model}: the description does not declare ${own.length === 1 ? "it" : "them"}`,
        "Set `hidden: true` in the model if it is private; else add it to the description and run spec:import again.",
      );
  }
}
