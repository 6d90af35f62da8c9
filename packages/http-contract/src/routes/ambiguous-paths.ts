import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import { getOrMake } from "@onespec/spec-core";
import type { RequestTarget } from "../model/message.js";
import { pathReader } from "../parameters/parameter-reader.js";
import { parseQueryPairs } from "../wire/text-values.js";

/**
 * Chooses between operations of one method whose paths differ only in the names of their parameters, such as
 * `/files/{fileId}` and `/files/{fileName}`. OpenAPI forbids them ("Path Templating Matching"), but descriptions have
 * them. The values must match the operation's path parameters. If several operations match, the one with the most
 * required query parameters in the request wins, then the one with the stricter path parameters.
 */
export interface ChooseOperation {
  has(operation: Operation): boolean;
  choose(operation: Operation, values: readonly string[], target: Pick<RequestTarget, "query">): Operation;
}

/** `undefined` if no two operations have the same place. */
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
    choose(operation, values, { query }) {
      const group = groups.get(operation);
      if (!group) return operation;
      const isLoose = (one: Operation): boolean =>
        fits(
          schemas,
          one,
          values.map(() => UNLIKELY),
        );
      group.ordered ??= [...group.all].sort((one, other) => Number(isLoose(one)) - Number(isLoose(other)));
      const fitting = group.ordered.filter((one) => fits(schemas, one, values));
      if (fitting.length < 2) return fitting[0] ?? operation;
      const sent = new Set(parseQueryPairs(query).map(({ name }) => name));
      return fitting.reduce((best, one) => (querySigns(one, sent) > querySigns(best, sent) ? one : best));
    },
  };
}

/** The number of required query parameters. -1 if the request lacks one of them. */
function querySigns({ parameters }: Operation, sent: ReadonlySet<string>): number {
  const required = parameters.filter((one) => one.in === "query" && one.required);
  return required.every(({ name }) => sent.has(name)) ? required.length : -1;
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
