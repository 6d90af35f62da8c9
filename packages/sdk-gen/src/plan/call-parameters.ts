import type { Operation, Parameter } from "@onespec/spec-core";

/** A parameter and its name in method calls. */
export interface CallParameter {
  readonly parameter: Parameter;
  readonly name: string;
}

const callsOf = new WeakMap<Operation, CallParameter[]>();

/** Names in calls are the wire names. A name used in two locations gets the location as prefix, except for path parameters. */
export function callParameters(operation: Operation): readonly CallParameter[] {
  const known = callsOf.get(operation) ?? nameParameters(operation);
  callsOf.set(operation, known);
  return known;
}

function nameParameters(operation: Operation): CallParameter[] {
  const taken = new Set(operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const rank = { path: 0, query: 1, querystring: 2, header: 3, cookie: 4 } as const;
  return [...operation.parameters]
    .sort((left, right) => rank[left.in] - rank[right.in])
    .map((parameter) => {
      if (parameter.in === "path") return { parameter, name: parameter.name };
      let { name } = parameter;
      for (let count = 1; taken.has(name); count += 1)
        name = `${parameter.in}_${parameter.name}${count > 1 ? count : ""}`;
      taken.add(name);
      return { parameter, name };
    });
}
