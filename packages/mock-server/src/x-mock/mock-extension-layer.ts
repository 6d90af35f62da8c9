import type { Operation } from "@onespec/spec-core";
import type { MockOptions } from "../config/mock-options.js";
import type { PlanLayer, RequestLayer } from "../layers/operation-layers.js";
import { withRequestLayer } from "../layers/operation-layers.js";
import type { OnDelete } from "../relations/deleting.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";

/** What the config file says of single operations, by id; wins over the description's `x-mock`, field by field. */
export type OperationOverrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Follows `x-mock`, where an operation has one: the code for it is loaded by the first call of such an operation. */
export function mockExtensionLayer(
  context: MockContext,
  overrides: OperationOverrides | undefined,
  { seedValue, onDelete }: Pick<MockOptions, "seedValue" | "onDelete">,
): PlanLayer {
  return (plan) => {
    const given = withOnDelete(plan.operation, mockExtensionOf(plan.operation, overrides), onDelete);
    if (given === undefined) return plan;
    const loaded = import("./follow-mock-extension.js").then(({ followMockExtension }) =>
      followMockExtension(context, plan, given, seedValue),
    );
    const layer: RequestLayer = async (request, next) => (await loaded).layer(request, next);
    const behave: Behaviour = async (call) => (await loaded).behave(call);
    return withRequestLayer({ ...plan, behave }, layer);
  };
}

/** What the option says holds where the operation does not say otherwise itself. */
function withOnDelete({ role }: Operation, given: unknown, onDelete: OnDelete): unknown {
  if (onDelete === "keep" || role.kind !== "delete") return given;
  if (given === undefined) return { onDelete };
  return typeof given === "object" && given !== null ? { onDelete, ...given } : given;
}

/** `x-mock` of an operation as it was written; `undefined` without one. */
export function mockExtensionOf(operation: Operation, overrides: OperationOverrides | undefined): unknown {
  const own = operation.extensions["x-mock"];
  const override =
    overrides !== undefined && Object.hasOwn(overrides, operation.id) ? overrides[operation.id] : undefined;
  if (override === undefined) return own;
  return typeof own === "object" && own !== null ? { ...own, ...override } : override;
}
