import { nearestName, type Operation, objectProperties, type SchemaRegistry } from "@onespec/spec-core";
import { type DelayRange, parseDelay } from "../faults/parse-delay.js";
import type { OnDelete } from "../relations/deleting.js";
import { selectError } from "../response/select-response.js";
import { parseStreamSettings } from "../streams/parse-stream-settings.js";
import type { StreamSettings } from "../streams/stream-settings.js";
import { MOCK_EXTENSION_SCHEMA, ON_DELETE } from "./mock-extension-schema.js";

/** What `x-mock` says of an operation. */
export interface MockExtension {
  /** Answer with this documented status. */
  readonly status?: number;
  /** Answer with the documented example of this name. */
  readonly example?: string;
  readonly delay?: DelayRange;
  /** Leave the operation out. */
  readonly skip?: boolean;
  /** How an answer is streamed. */
  readonly stream?: Partial<StreamSettings>;
  /** What an action changes of its record, by property. */
  readonly moves?: Readonly<Record<string, Move>>;
  /** What becomes of what depends on a record that is deleted. */
  readonly onDelete?: OnDelete;
}

/** A property's way to another value. */
export interface Move {
  /** Values that allow the move; any other is 409. Absent: all do. */
  readonly from?: readonly unknown[];
  readonly to: unknown;
}

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
    problems.push(`x-mock.status is none that the operation documents (${documented || "it documents none"}).`);
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
      const near = nearestName(name, [...properties.keys()]);
      const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      problems.push(`x-mock.moves: ${role.resource.name} has no property \`${name}\`.${hint}`);
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
