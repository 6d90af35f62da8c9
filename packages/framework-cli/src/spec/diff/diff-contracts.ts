import { isDeepStrictEqual } from "node:util";
import type { ActionPlan, ContractPlan } from "../plan/contract-plan.js";

/** What became different between two descriptions, as their users see it. */
export interface ContractDiff {
  /** `POST /books` */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedOperation[];
  /** Names of schemas. */
  readonly schemas: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

export interface ChangedOperation {
  readonly operation: string;
  /** `query limit`, `body`, `answer 200`, `handler` */
  readonly parts: readonly string[];
}

export function diffContracts(before: ContractPlan | undefined, after: ContractPlan): ContractDiff {
  const old = byOperation(before?.actions ?? []);
  const now = byOperation(after.actions);
  const oldSchemas = before?.schemas ?? new Map<string, unknown>();
  return {
    added: [...now.keys()].filter((key) => !old.has(key)),
    removed: [...old.keys()].filter((key) => !now.has(key)),
    changed: [...now].flatMap(([operation, action]) => {
      const former = old.get(operation);
      const parts = former === undefined ? [] : changedParts(former, action);
      return parts.length === 0 ? [] : [{ operation, parts }];
    }),
    schemas: {
      added: [...after.schemas.keys()].filter((name) => !oldSchemas.has(name)),
      removed: [...oldSchemas.keys()].filter((name) => !after.schemas.has(name)),
      changed: [...after.schemas].flatMap(([name, schema]) =>
        oldSchemas.has(name) && !isDeepStrictEqual(oldSchemas.get(name), schema) ? [name] : [],
      ),
    },
  };
}

function byOperation(actions: readonly ActionPlan[]): ReadonlyMap<string, ActionPlan> {
  return new Map(
    actions.map((action) => [`${action.operation.method.toUpperCase()} ${action.operation.path}`, action]),
  );
}

function changedParts(before: ActionPlan, after: ActionPlan): string[] {
  const inputs = ["path", "query", "querystring", "headers", "cookies"].flatMap((place) =>
    changedKeys(before.inputs[place], after.inputs[place]).map(
      (name) => `${place === "headers" ? "header" : place} ${name}`,
    ),
  );
  const body = isDeepStrictEqual(before.inputs.body, after.inputs.body) ? [] : ["body"];
  const answers = changedKeys(before.outputs, after.outputs).map((status) => `answer ${status}`);
  return [...inputs, ...body, ...answers];
}

function changedKeys(before: unknown, after: unknown): string[] {
  const [old, now] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !isDeepStrictEqual(old[key], now[key]),
  );
}
