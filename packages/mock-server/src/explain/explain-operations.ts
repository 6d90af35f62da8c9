import { selectSuccess } from "@onespec/http-contract";
import type { ApiDescription, ListConvention, Operation, Parameter, Resource, Role } from "@onespec/spec-core";
import { queryUse } from "../model/parameter-use.js";

/** The role of an operation and the reason, so that a wrong guess is easy to see. */
export interface ExplainedOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string | undefined;
  readonly tags: readonly string[];
  readonly role: Role["kind"];
  /** The reason for the role, one sentence. */
  readonly reason: string;
  /** Name of the resource whose records it reads or writes. */
  readonly resource: string | undefined;
  readonly parameters: readonly ExplainedParameter[];
  /** `x-mock` of the description. */
  readonly mock: unknown;
}

export interface ExplainedParameter {
  readonly name: string;
  readonly in: Parameter["in"];
  /** The use of its value. */
  readonly use: string;
}

/** The role of each operation, the reason for it, and the use of each parameter. */
export function explainOperations(api: Pick<ApiDescription, "operations" | "listOf">): readonly ExplainedOperation[] {
  return api.operations.map((operation) => {
    const hasExample = selectSuccess(operation).response?.content.some(({ examples }) => examples.length > 0);
    return explainOperation(operation, hasExample ? undefined : api.listOf(operation)?.list);
  });
}

function explainOperation(operation: Operation, generated: ListConvention | undefined): ExplainedOperation {
  const { id, method, path, summary, tags, role, roleReason, parameters, extensions } = operation;
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    tags,
    role: role.kind,
    reason: roleReason,
    resource: "resource" in role ? role.resource.name : undefined,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      use: useOf(operation, parameter, generated),
    })),
    mock: extensions["x-mock"],
  };
}

function useOf(operation: Operation, parameter: Parameter, generated: ListConvention | undefined): string {
  const { role, template } = operation;
  if (parameter.in === "path") return pathUse(role, template.parameters.indexOf(parameter.name));
  const use =
    parameter.in === "query"
      ? queryUse(operation, parameter, generated)
      : parameter.in === "header"
        ? headerUse(operation, parameter.name)
        : undefined;
  return use ?? "checked, else without effect";
}

/** Headers that every operation with this method understands, even if the description does not declare them. */
function headerUse({ method, role }: Operation, name: string): string | undefined {
  const isRead = method === "get" || method === "head";
  switch (name.toLowerCase()) {
    case "idempotency-key":
    case "x-idempotency-key":
      return method === "post" || method === "patch" ? "a repetition gets the first answer" : undefined;
    case "if-match":
      return isRead || role.kind === "operation" ? undefined : "412 unless it has the entity tag of the record";
    case "if-none-match":
      return isRead ? "304 while the entity tag is the same" : undefined;
    case "prefer":
      return "chooses the answer: code, example, dynamic, delay";
    default:
      return undefined;
  }
}

function pathUse(role: Role, position: number): string {
  if (role.kind === "view") {
    const scope = role.scope[position];
    if (scope?.parent !== undefined) return parentUse(role.resource, scope.parent);
    return scope?.property ? `records whose ${scope.property.join(".")} equals it` : "selects the state";
  }
  if (role.kind === "operation" && role.finds) {
    const { role: found, by } = role.finds;
    const key = by[position - found.resource.parents.length];
    return key ? `the record whose ${key.property.join(".")} equals it` : pathUse(found, position);
  }
  if (!("resource" in role)) return "selects the state";
  const parent = role.resource.parents[position];
  if (parent) return parentUse(role.resource, parent.parameter);
  return `id of the record (${role.resource.id.property?.join(".") ?? "not in the record"})`;
}

function parentUse({ parents }: Resource, name: string): string {
  const parent = parents.find(({ parameter }) => parameter === name);
  return parent?.resource ? `parent: a record of ${parent.resource.name}` : "parent: any value";
}
