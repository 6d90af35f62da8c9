import { bodyKind, essence, selectError } from "@onespec/http-contract";
import {
  type ApiDescription,
  isObject,
  meantHint,
  nearestName,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import {
  type MockExtension,
  type Move,
  mockExtensionOf,
  ON_DELETE,
  type OperationOverrides,
  type StreamSettings,
} from "../../config/mock-extension.js";
import type { OnDelete } from "../../config/mock-options.js";
import { parseDelay } from "../../config/parse-option.js";
import { pickBy } from "../../model/pick-by.js";
import type { JsonObject } from "../../store/record-store.js";

/** Checks the value of a field, and completes the message "is not …". */
type FieldCheck = readonly [isRight: (value: unknown) => boolean, expected: string];

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isCount = (most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
const MOST_EVENTS = 1_000_000;
const LONGEST_INTERVAL_MS = 3_600_000;

const FIELDS: Readonly<Record<keyof MockExtension, FieldCheck>> = {
  status: [(value) => typeof value === "number", "a status"],
  example: [(value) => typeof value === "string", "a name"],
  delay: [(value) => parseDelay(String(value)) !== undefined, "milliseconds, such as 250 or 100-500"],
  skip: [isBoolean, "true or false"],
  stream: [isObject, "an object of `events`, `interval` and `open`"],
  moves: [isObject, "an object of properties and values"],
  onDelete: [(value) => ON_DELETE.includes(value as OnDelete), `one of ${ON_DELETE.join(", ")}`],
};

const STREAM_FIELDS: Readonly<Record<keyof StreamSettings, FieldCheck>> = {
  events: [isCount(MOST_EVENTS), `a whole number from 0 to ${MOST_EVENTS}`],
  interval: [isCount(LONGEST_INTERVAL_MS), `milliseconds from 0 to ${LONGEST_INTERVAL_MS}`],
  open: [isBoolean, "true or false"],
};

/** Returns the fields with valid values, and adds the others to `problems`. */
function rightFields(
  given: JsonObject,
  checks: Readonly<Record<string, FieldCheck>>,
  place: string,
  problems: string[],
): JsonObject {
  return pickBy(given, (name) => {
    if (given[name] === undefined) return false;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check?.[0](given[name])) return true;
    const names = Object.keys(checks);
    const near = nearestName(name, names);
    const guess = near === undefined ? `it has ${names.join(", ")}` : `did you mean \`${near}\`?`;
    problems.push(check ? `${place}.${name} is not ${check[1]}.` : `${place} has no field \`${name}\` (${guess}).`);
    return false;
  });
}

/** Reads an operation's `x-mock`. Each problem is a sentence that names the place and the fix. */
export function parseMockExtension(
  schemas: SchemaRegistry,
  operation: Operation,
  given: unknown,
): { readonly extension: MockExtension; readonly problems: readonly string[] } {
  const problems: string[] = [];
  if (!isObject(given)) return { extension: {}, problems: ["x-mock is not an object."] };
  const { role, responses } = operation;
  const { delay, stream, moves, ...others } = rightFields(given, FIELDS, "x-mock", problems);
  const { status, onDelete } = others as MockExtension;
  const told = `this operation is taken for: ${role.kind}.`;
  if (onDelete !== undefined && role.kind !== "delete")
    problems.push(`x-mock.onDelete is for deleting a record; ${told}`);
  if (status !== undefined && !(status >= 200 && status < 600 && selectError(operation, status))) {
    const documented = responses.map((response) => response.status).join(", ") || "it documents none";
    problems.push(
      `x-mock.status is none that the operation documents (${documented}). An override of /__mock/overrides answers any status.`,
    );
  }
  const kinds = responses.flatMap(({ content }) => content.map(({ type }) => bodyKind(essence(type))));
  if (stream !== undefined && !kinds.includes("events") && !kinds.includes("json-lines"))
    problems.push("x-mock.stream is for answers that are sequences, such as text/event-stream or application/jsonl.");
  if (moves !== undefined && role.kind !== "action") problems.push(`x-mock.moves is for actions on a record; ${told}`);
  const range = delay === undefined ? undefined : parseDelay(String(delay));
  const extension: MockExtension = {
    ...others,
    ...(range && { delay: range }),
    ...(isObject(stream) && { stream: rightFields(stream, STREAM_FIELDS, "x-mock.stream", problems) }),
    ...(isObject(moves) && role.kind === "action" && { moves: parseMoves(schemas, role.resource, moves, problems) }),
  };
  return { extension, problems };
}

function parseMoves(
  schemas: SchemaRegistry,
  resource: Resource,
  given: JsonObject,
  problems: string[],
): Readonly<Record<string, Move>> {
  const properties = objectProperties(schemas, resource.schema.json);
  const moves: Record<string, Move> = {};
  for (const [name, value] of Object.entries(given)) {
    const property = properties.get(name);
    if (!property) {
      const hint = meantHint(name, [...properties.keys()], "", "`");
      problems.push(`x-mock.moves: ${resource.name} has no property \`${name}\`. ${hint}`.trimEnd());
      continue;
    }
    const move = toMove(value);
    const validator = schemas.validator(schemas.schemaOf(property.schema), "response");
    for (const wanted of [move.to, ...(move.from ?? [])]) {
      if (validator.isValid(wanted)) continue;
      const [violation] = validator.violations(wanted);
      problems.push(`x-mock.moves.${name}: ${JSON.stringify(wanted)} ${violation?.message ?? "is not valid"}.`);
    }
    moves[name] = move;
  }
  return moves;
}

/** Reads a move: `cancelled`, or `{ from: [placed, paid], to: cancelled }`. */
function toMove(value: unknown): Move {
  if (!isObject(value) || !Object.hasOwn(value, "to")) return { to: value };
  const { from, to } = value;
  return from === undefined ? { to } : { from: Array.isArray(from) ? from : [from], to };
}

/** The mistakes in `x-mock` and in the `operations` of the config file, one sentence each. */
export function findMockProblems(
  { operations, schemas }: Pick<ApiDescription, "operations" | "schemas">,
  overrides: OperationOverrides | undefined,
): readonly string[] {
  const problems: string[] = [];
  for (const operation of operations) {
    const given = mockExtensionOf(operation, overrides);
    if (given === undefined) continue;
    problems.push(
      ...parseMockExtension(schemas, operation, given).problems.map((problem) => `${operation.id}: ${problem}`),
    );
  }
  const ids = operations.map(({ id }) => id);
  const known = new Set(ids);
  for (const id of Object.keys(overrides ?? {})) {
    if (known.has(id)) continue;
    const hint = meantHint(id, ids, "", "`");
    problems.push(`operations: the description has no operation \`${id}\`. ${hint}`.trimEnd());
  }
  return problems;
}
