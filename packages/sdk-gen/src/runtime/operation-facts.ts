import type { BodySpec, OperationSpec, ParameterSpec, PlainParameters } from "./operation-spec.js";
import type { SchemaData, SchemaObject } from "./schema-data.js";

/** The expanded form of an operation. */
export interface OperationFacts {
  /** Upper case. */
  readonly method: string;
  /** The texts of the path and the parameters between them. */
  readonly parts: readonly (string | ParameterSpec)[];
  /** Path parameters first. */
  readonly parameters: readonly ParameterSpec[];
}

const TEXT: SchemaObject = { type: "string" };
const factsByOperation = new WeakMap<OperationSpec, OperationFacts>();

/** Expands an operation. Cached. */
export function factsOf(operation: OperationSpec): OperationFacts {
  let facts = factsByOperation.get(operation);
  if (!facts) {
    const { route, parameters = [] } = operation;
    const [method = "", path = ""] = route.split(/ (.*)/s);
    const plain = ([name, schema]: readonly [string, SchemaData]): ParameterSpec => ({
      name,
      in: path.includes(`{${name}}`) ? "path" : "query",
      schema,
    });
    const listed = parameters.flatMap((spec): ParameterSpec | ParameterSpec[] => {
      if (typeof spec === "string") return plain([spec, TEXT]);
      return isSpec(spec) ? spec : Object.entries(spec).map(plain);
    });
    const own = (name: string): ParameterSpec =>
      listed.find((spec) => spec.in === "path" && spec.name === name) ?? plain([name, TEXT]);
    const parts = path.split(/\{([^{}]*)\}/).map((text, at) => (at % 2 === 0 ? text : own(text)));
    const inPath = parts.filter((part) => typeof part !== "string");
    facts = { method, parts, parameters: [...new Set([...inPath, ...listed])] };
    factsByOperation.set(operation, facts);
  }
  return facts;
}

/** The body of an operation, also in its short form. */
export function bodyOf({ json, body }: OperationSpec): BodySpec | undefined {
  return json === undefined ? body : { required: true, content: { "application/json": { schema: json } } };
}

function isSpec(spec: ParameterSpec | PlainParameters): spec is ParameterSpec {
  return "in" in spec;
}

/** All parameters of an operation. Path parameters come first. */
export function parametersOf(operation: OperationSpec): readonly ParameterSpec[] {
  return factsOf(operation).parameters;
}

export function parameterNamed(operation: OperationSpec, name: string | undefined): ParameterSpec | undefined {
  return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}

export function nameInCall(spec: ParameterSpec): string {
  return spec.as ?? spec.name;
}
