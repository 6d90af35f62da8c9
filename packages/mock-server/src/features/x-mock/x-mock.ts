import { type Problem, ProblemError } from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import {
  type MockExtension,
  type Move,
  mockExtensionOf,
  type OperationOverrides,
} from "../../config/mock-extension.js";
import type { MockOptions } from "../../config/mock-options.js";
import { deletingWith } from "../../relations/deleting.js";
import type { JsonObject } from "../../store/record-store.js";
import { createDelay } from "../faults/faults.js";
import { parseMockExtension } from "./parse-mock-extension.js";

export interface ExtensionOptions extends Pick<MockOptions, "seedValue" | "onDelete"> {
  /** `x-mock` of single operations in the config file, by id. */
  readonly operations: OperationOverrides | undefined;
}

/** An operation's `x-mock`, read once. */
interface Extension {
  readonly extension: MockExtension;
  readonly problems: readonly string[];
  readonly wait: (() => Promise<void>) | undefined;
}

/** Applies the `x-mock` of operations, and the option `onDelete`. An operation with an invalid `x-mock` answers 500 with the mistakes. */
export const mockExtensions: FastifyPluginAsync<ExtensionOptions> = fp(
  async (fastify: FastifyInstance, { operations, seedValue, onDelete }: ExtensionOptions) => {
    const { schemas } = fastify.mock.api;
    const known = new Map<Operation, Extension | undefined>();
    const extensionOf = (operation: Operation): Extension | undefined => {
      if (known.has(operation)) return known.get(operation);
      const given = mockExtensionOf(operation, operations);
      const { extension, problems } =
        given === undefined ? { extension: {}, problems: [] } : parseMockExtension(schemas, operation, given);
      const isDelete = operation.role.kind === "delete" && onDelete !== "keep";
      const whole = isDelete ? { onDelete, ...extension } : extension;
      const wait = whole.delay && createDelay(whole.delay, `${seedValue}\n${operation.id}`);
      const read = given === undefined && !isDelete ? undefined : { extension: whole, problems, wait };
      known.set(operation, read);
      return read;
    };

    const hasAny = fastify.mock.api.operations.some(
      (operation) => mockExtensionOf(operation, operations) !== undefined,
    );
    if (!hasAny && onDelete === "keep") return;
    fastify.mock.standingPreference = (operation) => {
      const found = extensionOf(operation);
      return found && preferenceOf(found.extension);
    };
    fastify.addHook("onRequest", async (request) => {
      const operation = request.contract?.operation;
      const found = operation && extensionOf(operation);
      if (!found) return;
      if (found.problems.length > 0) throw new ProblemError(invalid(operation.id, found.problems));
      if (found.extension.skip) throw new ProblemError(skipped(operation.id));
      await found.wait?.();
    });
    fastify.mock.wrap((context, { operation }, behave) => {
      const { moves, stream, onDelete: effect = "keep" } = extensionOf(operation)?.extension ?? {};
      const own = effect === "keep" ? behave : deletingWith(context, operation, effect, behave);
      const change = moves && ((value: JsonObject) => moved(value, moves));
      return stream || change ? (call) => own({ ...call, ...(stream && { stream }), ...(change && { change }) }) : own;
    });
  },
  { name: "mock-extensions" },
);

/** The status and the example as a `Prefer` header, which clients could also send. */
function preferenceOf({ status, example }: MockExtension): string | undefined {
  const wishes = [
    ...(status === undefined ? [] : [`code=${status}`]),
    ...(example === undefined ? [] : [`example="${example.replace(/["\\]/g, "\\$&")}"`]),
  ];
  return wishes.length === 0 ? undefined : wishes.join(", ");
}

function invalid(id: string, problems: readonly string[]): Problem {
  const details = problems.map((message) => ({
    message: `${id}: ${message}`,
    hint: "Correct it in the description or the config file.",
  }));
  return { status: 500, code: "x-mock-invalid", message: "x-mock cannot be applied", details };
}

function skipped(id: string): Problem {
  return { status: 404, code: "skipped", message: "Not found", details: [{ message: `${id} is skipped by x-mock` }] };
}

/**
 * The properties that `x-mock` changes: `POST /orders/{id}/cancel` sets `status` to `cancelled`. @throws ProblemError if the record is in
 * none of the allowed states
 */
function moved(value: JsonObject, moves: Readonly<Record<string, Move>>): JsonObject {
  const changes = Object.entries(moves).map(([name, { from, to }]) => {
    const is = value[name];
    if (from && !from.some((allowed) => JSON.stringify(allowed) === JSON.stringify(is)))
      throw new ProblemError(conflict(name, is, from, to));
    return [name, to];
  });
  return Object.fromEntries(changes);
}

function conflict(name: string, is: unknown, from: readonly unknown[], to: unknown): Problem {
  const allowed = from.map((value) => JSON.stringify(value)).join(" or ");
  const message = `is ${JSON.stringify(is)}, and only ${allowed} becomes ${JSON.stringify(to)}`;
  return { status: 409, code: "move-refused", message: "Conflict", details: [{ path: `/${name}`, message }] };
}
