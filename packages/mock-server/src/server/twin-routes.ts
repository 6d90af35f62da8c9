import { pathReader } from "@onespec/http-requests";
import type { Operation, SchemaRegistry } from "@onespec/spec-core";

/**
 * Operations of one method whose paths differ in the names of their parameters alone, such as `/files/{fileId}` and
 * `/files/{fileName}`: OpenAPI forbids them ("Path Templating Matching"), and descriptions have them. The one whose path
 * parameters the values satisfy is meant, those that say more about their parameters first.
 */
export type ChooseTwin = (operation: Operation, values: readonly string[]) => Operation;

/** `undefined` where no two operations stand at one place. */
export function createTwinRoutes(schemas: SchemaRegistry, operations: readonly Operation[]): ChooseTwin | undefined {
  const places = new Map<string, Operation[]>();
  for (const operation of operations) {
    const place = `${operation.method} ${operation.path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "")}`;
    const present = places.get(place);
    if (present) present.push(operation);
    else places.set(place, [operation]);
  }
  const twins = new Map<Operation, { all: readonly Operation[]; ordered?: readonly Operation[] }>();
  for (const all of places.values()) {
    const group = { all };
    if (all.length > 1) for (const operation of all) twins.set(operation, group);
  }
  if (twins.size === 0) return undefined;
  return (operation, values) => {
    const group = twins.get(operation);
    if (!group) return operation;
    group.ordered ??= [
      ...group.all.filter(
        (one) =>
          !fits(
            schemas,
            one,
            values.map(() => UNLIKELY),
          ),
      ),
      ...group.all.filter((one) =>
        fits(
          schemas,
          one,
          values.map(() => UNLIKELY),
        ),
      ),
    ];
    return group.ordered.find((one) => fits(schemas, one, values)) ?? operation;
  };
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
