import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import { getOrMake } from "@onespec/spec-core";
import { pathReader } from "../parameters/parameters.js";

/**
 * Chooses between operations of one method whose paths differ in the names of their parameters alone, such as `/files/{fileId}` and
 * `/files/{fileName}`: OpenAPI forbids them ("Path Templating Matching"), and descriptions have them. The one whose path parameters
 * the values satisfy is taken, those with stricter parameters first.
 */
export interface ChooseOperation {
  has(operation: Operation): boolean;
  choose(operation: Operation, values: readonly string[]): Operation;
}

/** `undefined` if no two operations stand at one place. */
export function createOperationChooser(
  schemas: SchemaRegistry,
  operations: readonly Operation[],
): ChooseOperation | undefined {
  const groups = new Map<Operation, { readonly all: readonly Operation[]; ordered?: readonly Operation[] }>();
  const places = new Map<string, Operation[]>();
  for (const operation of operations) {
    const place = placeKey(operation);
    getOrMake(places, place, () => []).push(operation);
  }
  for (const all of places.values()) {
    const group = { all };
    if (all.length > 1) for (const operation of all) groups.set(operation, group);
  }
  if (groups.size === 0) return undefined;
  return {
    has: (operation) => groups.has(operation),
    choose(operation, values) {
      const group = groups.get(operation);
      if (!group) return operation;
      const isLoose = (one: Operation): boolean =>
        fits(
          schemas,
          one,
          values.map(() => UNLIKELY),
        );
      group.ordered ??= [...group.all].sort((one, other) => Number(isLoose(one)) - Number(isLoose(other)));
      return group.ordered.find((one) => fits(schemas, one, values)) ?? operation;
    },
  };
}

function placeKey({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "")}`;
}

/** No number, date, UUID or word of an enumeration. */
const UNLIKELY = "~surely ~none";

function fits(schemas: SchemaRegistry, { template, parameters }: Operation, values: readonly string[]): boolean {
  return template.parameters.every((name, index) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    if (!parameter) return true;
    return schemas.validator(parameter.schema, "request").isValid(pathReader(schemas, parameter)(values[index] ?? ""));
  });
}
