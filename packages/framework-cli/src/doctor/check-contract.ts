import type { Entity } from "../entity/entity.js";
import type { App } from "../load/app.js";
import { type ContractGap, findContractGap } from "../spec/check/check-contract.js";
import { readContract } from "../spec/check/last-import.js";
import { findModelGaps } from "../spec/check/model-gaps.js";
import { findPlainSecrets, findUnsetValues } from "../spec/check/unset-values.js";
import { emitContract } from "../spec/emit/emit-contract.js";
import type { ContractPlan } from "../spec/plan/contract-plan.js";
import { planContract } from "../spec/plan/plan-contract.js";
import { listText } from "../text/phrases.js";
import { attempt, type Check, MOST_LISTED, warning } from "./check.js";
import { findUnwrittenActions } from "./find-unwritten.js";

/** Holds an application against the description that it was imported from. */
export async function checkContract(app: App, checks: Check[]): Promise<void> {
  await attempt("contract", checks, async () => {
    const gap = findContractGap(app);
    if (gap !== undefined) checks.push(...checkActions(gap));
    checks.push(...checkUnwritten(app));
    return [true, undefined];
  });
  await attempt("contract", checks, async () => {
    const imported = await readContract(app.folder);
    if (imported === undefined) return [true, undefined];
    const plan = planContract(imported);
    checks.push(
      ...checkModelGaps(plan.entities, app),
      ...(await checkUnsetValues(plan, app)),
      ...checkSecrets(plan, app),
    );
    return [true, undefined];
  });
}

/** Compares the actions with the operations that were imported last. */
function checkActions({ operations, missing, extra }: ContractGap): readonly Check[] {
  const checks: Check[] = [];
  if (missing.length > 0) {
    checks.push(warning("contract", `no action answers ${missing.join(", ")}`, "Write it, or run spec:import again."));
  }
  if (extra.length > 0) {
    checks.push(
      warning(
        "contract",
        `not in the description: ${extra.map(({ file }) => file).join(", ")}`,
        "Add it to the description: framework spec:export prints it.",
      ),
    );
  }
  if (checks.length > 0) return checks;
  return [{ name: "contract", state: "ok", message: `${operations} operations, each with its action` }];
}

/** Where values are not made up, which is so in production. */
async function checkUnsetValues(plan: ContractPlan, app: App): Promise<readonly Check[]> {
  if (app.config.app.unwrittenOperations !== "refuse") return [];
  const unset = await findUnsetValues(plan, app);
  return unset.map(({ model, property, file }) =>
    warning(
      "contract",
      `no code sets ${model}.${property}, and no client can send it: records without it are rejected in ${app.config.environment}`,
      `Pass it in ${file}: records.create(params, body, { ${JSON.stringify(property)}: ... }). A defaultValue in the model does as well.`,
    ),
  );
}

/** Passwords in clear text. */
function checkSecrets(plan: ContractPlan, { folder }: App): readonly Check[] {
  const names = findPlainSecrets(plan, emitContract(plan, "javascript"), folder);
  if (names.length === 0) return [];
  const verb = names.length === 1 ? "is" : "are";
  return [
    warning(
      "contract",
      `${listText(names, MOST_LISTED)} ${verb} stored as clients send ${names.length === 1 ? "it" : "them"}: no code changes the text`,
      "Hash passwords in a beforeSave hook of the model; docs/framework/login.md shows one.",
    ),
  ];
}

/** The actions that answer made-up values, or 501. */
function checkUnwritten(app: App): readonly Check[] {
  const names = findUnwrittenActions(app);
  if (names.length === 0) return [];
  const { environment, app: server } = app.config;
  const verb = names.length === 1 ? "is" : "are";
  const effect =
    server.unwrittenOperations === "refuse"
      ? `${names.length === 1 ? "it answers" : "they answer"} 501 in ${environment}`
      : `answers are generated in ${environment}, and production answers 501`;
  return [
    warning(
      "contract",
      `${listText(names, MOST_LISTED)} ${verb} not written yet: ${effect}`,
      "Write the handler in api/controllers.",
    ),
  ];
}

/** Compares the models with those that the imported description asks for. */
function checkModelGaps(wanted: readonly Entity[], { entities, schemas }: App): readonly Check[] {
  const isPublished = (field: string): boolean =>
    [...schemas.values()].some((schema) => typeof schema === "object" && Object.hasOwn(schema.properties ?? {}, field));
  return findModelGaps(wanted, entities).flatMap(({ model, missing, unset, unsent, narrower }): Check[] => {
    const checks: Check[] = [];
    const add = (state: Check["state"], message: string, hint: string): void => {
      checks.push({ name: "contract", state, message, hint });
    };
    if (missing.length > 0) {
      add(
        "problem",
        `the description's ${model} has ${listText(missing, MOST_LISTED)}, and the model does not: values that clients send are lost`,
        "Add it to the model, then run: framework migrations:generate <name>, then framework migrations:run",
      );
    }
    for (const difference of narrower) {
      add(
        "warning",
        `the model rejects values that the description allows: ${model}.${difference}`,
        "Change the model, then run: framework migrations:generate <name>, then framework migrations:run",
      );
    }
    if (unset !== undefined) {
      add(
        "warning",
        `${model}.${unset} requires a value, and the description lets no client send one`,
        "Set it in api/services, give it a default, let it be empty, or add it to the description.",
      );
    }
    const own = unsent.filter((field) => !isPublished(field));
    if (own.length > 0) {
      add(
        "warning",
        `answers leave out ${listText(own, MOST_LISTED)} of ${model}: the description does not declare ${own.length === 1 ? "it" : "them"}`,
        "Set `hidden: true` in the model if it is private; else add it to the description and run spec:import again.",
      );
    }
    return checks;
  });
}
