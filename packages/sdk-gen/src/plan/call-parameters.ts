import { type Operation, type Parameter, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/** A parameter and its name in method calls. */
export interface CallParameter {
  readonly parameter: Parameter;
  readonly name: string;
}

/**
 * A header that lets a server recognise a repeated request. If the caller gives no value, the client sends a new key.
 */
export const IDEMPOTENCY_HEADER: RegExp = /^(x-)?idempotency-?key$/i;

const callsOf = new WeakMap<Operation, CallParameter[]>();

/**
 * The parameters of a call, with their wire names. A name that is used in two locations gets the location as prefix;
 * path parameters keep the name.
 */
export function callParameters(operation: Operation): readonly CallParameter[] {
  const known = callsOf.get(operation) ?? nameParameters(operation);
  callsOf.set(operation, known);
  return known;
}

function nameParameters(operation: Operation): CallParameter[] {
  const taken = new Set(operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const rank = { path: 0, query: 1, querystring: 2, header: 3, cookie: 4 } as const;
  return operation.parameters
    .map((parameter) => (isFilled(parameter) ? { ...parameter, required: false } : parameter))
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

const PLAIN: ReadonlySet<string> = new Set(["string", "integer", "number"]);

/**
 * The path parameter that a call can pass as a plain value: `capture(id)`. It must be the only one, a scalar, and no
 * other parameter may be required.
 */
export function soleParameter(schemas: SchemaRegistry, operation: Operation): CallParameter | undefined {
  const needed = callParameters(operation).filter(({ parameter }) => parameter.required || parameter.in === "path");
  const [sole] = needed;
  if (!sole || needed.length > 1 || sole.parameter.in !== "path") return undefined;
  const { types } = schemaShape(schemas, sole.parameter.schema.json);
  return types.size > 0 && [...types].every((type) => PLAIN.has(type)) ? sole : undefined;
}

function isFilled(parameter: Parameter): boolean {
  return parameter.in === "header" && IDEMPOTENCY_HEADER.test(parameter.name);
}
