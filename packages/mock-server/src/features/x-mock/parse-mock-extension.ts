import { bodyKind, essence, selectError } from "@onespec/http-contract";
import {
  type ApiDescription,
  isObject,
  meantHint,
  nearestName,
  type Operation,
  objectProperties,
  type SchemaRegistry,
} from "@onespec/spec-core";
import {
  MOCK_EXTENSION_SCHEMA,
  type MockExtension,
  type Move,
  mockExtensionOf,
  ON_DELETE,
  type OperationOverrides,
  type StreamSettings,
} from "../../config/mock-extension.js";
import type { OnDelete } from "../../config/mock-options.js";
import { parseDelay } from "../../config/parse-option.js";

const FIELDS = Object.keys(MOCK_EXTENSION_SCHEMA.properties);

/** Reads an operation's `x-mock`; each problem is a sentence that says where and what to do. */
export function parseMockExtension(
  schemas: SchemaRegistry,
  operation: Operation,
  given: unknown,
): { readonly extension: MockExtension; readonly problems: readonly string[] } {
  const problems: string[] = [];
  if (!isObject(given)) return { extension: {}, problems: ["x-mock is not an object."] };
  for (const name of Object.keys(given)) {
    if (FIELDS.includes(name)) continue;
    const near = nearestName(name, FIELDS);
    problems.push(
      `x-mock has no field \`${name}\`; ${near === undefined ? `known are ${FIELDS.join(", ")}` : `did you mean \`${near}\`?`}`,
    );
  }
  const { status, example, delay, skip, stream, moves, onDelete } = given;
  const range = delay === undefined ? undefined : parseDelay(String(delay));
  if (delay !== undefined && !range) problems.push("x-mock.delay is not milliseconds, such as 250 or 100-500.");
  if (example !== undefined && typeof example !== "string") problems.push("x-mock.example is not a name.");
  if (skip !== undefined && typeof skip !== "boolean") problems.push("x-mock.skip is neither true nor false.");
  if (onDelete !== undefined && !isOnDelete(onDelete))
    problems.push(`x-mock.onDelete is none of ${ON_DELETE.join(", ")}.`);
  else if (onDelete !== undefined && operation.role.kind !== "delete")
    problems.push(`x-mock.onDelete is for deleting a record; this operation is taken for: ${operation.role.kind}.`);
  if (status !== undefined && !isDocumented(operation, status)) {
    const documented = operation.responses.map((response) => response.status).join(", ");
    problems.push(
      `x-mock.status is none that the operation documents (${documented || "it documents none"}). An override of /__mock/overrides answers any status.`,
    );
  }
  const extension: MockExtension = {
    ...(typeof status === "number" ? { status } : {}),
    ...(typeof example === "string" ? { example } : {}),
    ...(range ? { delay: range } : {}),
    ...(skip === true ? { skip } : {}),
    ...(isOnDelete(onDelete) ? { onDelete } : {}),
    ...(stream === undefined ? {} : { stream: parseStreamSettings(operation, stream, problems) }),
    ...(moves === undefined ? {} : { moves: parseMoves(schemas, operation, moves, problems) }),
  };
  return { extension, problems };
}

function isOnDelete(value: unknown): value is OnDelete {
  return ON_DELETE.includes(value as OnDelete);
}

function isDocumented(operation: Operation, status: unknown): boolean {
  return typeof status === "number" && status >= 200 && status < 600 && selectError(operation, status) !== undefined;
}

function parseMoves(
  schemas: SchemaRegistry,
  { role }: Operation,
  given: unknown,
  problems: string[],
): Readonly<Record<string, Move>> {
  if (!isObject(given)) {
    problems.push("x-mock.moves is not an object of properties and values.");
    return {};
  }
  if (role.kind !== "action") {
    problems.push(`x-mock.moves is for actions on a record; this operation is taken for: ${role.kind}.`);
    return {};
  }
  const properties = objectProperties(schemas, role.resource.schema.json);
  const moves: Record<string, Move> = {};
  for (const [name, value] of Object.entries(given)) {
    const property = properties.get(name);
    if (!property) {
      const hint = meantHint(name, [...properties.keys()], "", "`");
      problems.push(`x-mock.moves: ${role.resource.name} has no property \`${name}\`. ${hint}`.trimEnd());
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

/** `cancelled`, or `{ from: [placed, paid], to: cancelled }`. */
function toMove(value: unknown): Move {
  if (!isObject(value) || !Object.hasOwn(value, "to")) return { to: value };
  const { from, to } = value;
  return from === undefined ? { to } : { from: Array.isArray(from) ? from : [from], to };
}

const MOST_EVENTS = 1_000_000;
const LONGEST_INTERVAL_MS = 3_600_000;

/** Reads `x-mock.stream`; each problem is a sentence that says where and what to do. */
function parseStreamSettings({ responses }: Operation, given: unknown, problems: string[]): Partial<StreamSettings> {
  const settings: { events?: number; interval?: number; open?: boolean } = {};
  if (!isObject(given)) {
    problems.push("x-mock.stream is not an object of `events`, `interval` and `open`.");
    return settings;
  }
  const kinds = responses.flatMap(({ content }) => content.map(({ type }) => bodyKind(essence(type))));
  if (!kinds.includes("events") && !kinds.includes("json-lines"))
    problems.push("x-mock.stream is for answers that are sequences, such as text/event-stream or application/jsonl.");
  for (const [name, value] of Object.entries(given)) {
    if (name === "open" && typeof value === "boolean") settings.open = value;
    else if (name === "events" && isCount(value, MOST_EVENTS)) settings.events = value;
    else if (name === "interval" && isCount(value, LONGEST_INTERVAL_MS)) settings.interval = value;
    else problems.push(complaint(name));
  }
  return settings;
}

const EXPECTED: Readonly<Record<string, string>> = {
  events: `a whole number from 0 to ${MOST_EVENTS}`,
  interval: `milliseconds from 0 to ${LONGEST_INTERVAL_MS}`,
  open: "true or false",
};

function complaint(name: string): string {
  const expected = Object.hasOwn(EXPECTED, name) ? EXPECTED[name] : undefined;
  if (expected !== undefined) return `x-mock.stream.${name} is not ${expected}.`;
  const near = nearestName(name, Object.keys(EXPECTED));
  return `x-mock.stream has no field \`${name}\`${near === undefined ? "" : ` (did you mean \`${near}\`?)`}.`;
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}

/** Everything that `x-mock` and the config file say of operations and that cannot be followed: a sentence for each. */
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
