import { inSlices } from "@onespec/http-requests";
import type { ListConvention, Operation, Parameter, Resource, Role } from "@onespec/spec-core";

/** What an operation was taken for, so that a wrong guess is seen at once. */
export interface ExplainedOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly role: Role["kind"];
  /** Why it was taken for that, one sentence. */
  readonly reason: string;
  /** The resource whose records it is about. */
  readonly resource: string | undefined;
  readonly parameters: readonly ExplainedParameter[];
  /** `x-mock` of the description. */
  readonly mock: unknown;
}

export interface ExplainedParameter {
  readonly name: string;
  readonly in: Parameter["in"];
  /** Where its value goes. */
  readonly use: string;
}

/** In slices: with the first look at thousands of operations most of a description is worked out. */
export function explainOperations(operations: readonly Operation[]): Promise<readonly ExplainedOperation[]> {
  return inSlices(explaining(operations));
}

function* explaining(operations: readonly Operation[]): Generator<void, readonly ExplainedOperation[]> {
  const explained: ExplainedOperation[] = [];
  for (const operation of operations) {
    explained.push(explainOperation(operation));
    yield;
  }
  return explained;
}

function explainOperation(operation: Operation): ExplainedOperation {
  const { id, method, path, role, roleReason, parameters, extensions } = operation;
  return {
    id,
    method: method.toUpperCase(),
    path,
    role: role.kind,
    reason: roleReason,
    resource: "resource" in role ? role.resource.name : undefined,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      use: useOf(operation, parameter),
    })),
    mock: extensions["x-mock"],
  };
}

function useOf({ role, template }: Operation, parameter: Parameter): string {
  if (parameter.in === "path") return pathUse(role, template.parameters.indexOf(parameter.name));
  const uses = "list" in role ? listUses(role.list, parameter) : [];
  return uses.length > 0 ? uses.join(", ") : "checked, else without effect";
}

function pathUse(role: Role, position: number): string {
  if (role.kind === "view") {
    const scope = role.scope[position];
    if (scope?.parent !== undefined) return parentUse(role.resource, scope.parent);
    return scope?.property ? `records whose ${scope.property.join(".")} equals it` : "tells states apart";
  }
  if (!("resource" in role)) return "tells states apart";
  const parent = role.resource.parents[position];
  if (parent) return parentUse(role.resource, parent.parameter);
  return `id of the record (${role.resource.id.property?.join(".") ?? "not in the record"})`;
}

function parentUse({ parents }: Resource, name: string): string {
  const parent = parents.find(({ parameter }) => parameter === name);
  return parent?.resource ? `parent: a record of ${parent.resource.name}` : "parent: any value";
}

function listUses(list: ListConvention, { name, in: place }: Parameter): readonly string[] {
  const is = (other: Parameter | undefined): boolean => other?.name === name && other.in === place;
  const filters = list.filters
    .filter(({ parameter }) => is(parameter))
    .map(({ at, property, operator }) => {
      const inside = at.length === 0 ? "" : `${at.join(".")}: `;
      return `filter ${inside}${property.join(".")} ${operator}`;
    });
  return [
    ...(is(list.limit) ? ["page size"] : []),
    ...(is(list.offset) ? ["records to skip"] : []),
    ...(is(list.page?.parameter) ? [`page number, from ${list.page?.first}`] : []),
    ...(is(list.cursor?.after) ? [`what follows a ${list.cursor?.kind}`] : []),
    ...(is(list.cursor?.before) ? [`what precedes a ${list.cursor?.kind}`] : []),
    ...(is(list.sort?.parameter) ? ["order"] : []),
    ...(is(list.sort?.direction) ? ["direction of the order"] : []),
    ...(is(list.fields) ? ["fields to answer with"] : []),
    ...(is(list.expand) ? ["relations to expand"] : []),
    ...(is(list.search) ? ["free text"] : []),
    ...filters,
  ];
}
