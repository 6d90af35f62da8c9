import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../../migrations/tables/operation.js";
import type { ActionPlan, ContractPlan } from "../plan/contract-plan.js";

/** The differences between two descriptions, as their users see them. */
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
  /** `security`, `operationId`, `query limit`, `body`, `answer 200` */
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
  const { id: oldId, security: oldSecurity } = before.operation;
  const { id, security } = after.operation;
  const head = changedKeys({ operationId: oldId, security: oldSecurity }, { operationId: id, security });
  const inputs = ["path", "query", "querystring", "headers", "cookies"].flatMap((place) =>
    changedKeys(before.inputs[place], after.inputs[place]).map(
      (name) => `${place === "headers" ? "header" : place} ${name}`,
    ),
  );
  const body = isDeepStrictEqual(before.inputs.body, after.inputs.body) ? [] : ["body"];
  const answers = changedKeys(before.outputs, after.outputs).map((status) => `answer ${status}`);
  return [...head, ...inputs, ...body, ...answers];
}

function changedKeys(before: unknown, after: unknown): string[] {
  const [old, now] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !isDeepStrictEqual(old[key], now[key]),
  );
}

/** A change of structure in one line: `adds column isbn to books`. */
export function operationText(operation: Operation): string {
  switch (operation.kind) {
    case "createTable":
      return `creates table ${operation.table.name}`;
    case "dropTable":
      return `drops table ${operation.table.name}`;
    case "renameTable":
      return `renames table ${operation.from} to ${operation.to}`;
    case "addColumn":
      return `adds column ${operation.column.name} to ${operation.table}`;
    case "dropColumn":
      return `drops column ${operation.column.name} of ${operation.table}`;
    case "renameColumn":
      return `renames column ${operation.from} of ${operation.table} to ${operation.to}`;
    case "alterColumn":
      return `changes column ${operation.to.name} of ${operation.table}`;
    case "addIndex":
      return `adds index ${operation.index.name} to ${operation.table}`;
    case "dropIndex":
      return `drops index ${operation.index.name} of ${operation.table}`;
    case "addForeignKey":
      return `adds foreign key ${operation.foreignKey.name} to ${operation.table}`;
    case "dropForeignKey":
      return `drops foreign key ${operation.foreignKey.name} of ${operation.table}`;
    case "addCheck":
      return `adds rule ${operation.check.name} to ${operation.table}`;
    case "dropCheck":
      return `drops rule ${operation.check.name} of ${operation.table}`;
  }
}
