import { messageOf } from "../../errors/message-of.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { MigrationContext, Schema, StepContext } from "./migration-context.js";

/**
 * Runs `up` or `down` of a migration. Calls that are not awaited are errors: they would continue after the end, and
 * nobody would see them fail. The stack of each error leads to the call.
 * @throws MigrationError MIGRATION_INVALID for a call that is not awaited
 */
export function runMigration(context: MigrationContext, work: (context: MigrationContext) => unknown): Promise<void> {
  return watchCalls((watch) => {
    const schema: Schema = new Proxy(context.schema, {
      get: (methods, name) => watched(Reflect.get(methods, name), `schema.${String(name)}`, watch),
    });
    const step: MigrationContext["step"] = (name, onRows) =>
      watch("step", () => context.step(name, typeof onRows === "function" ? (data) => runStep(data, onRows) : onRows));
    return work(extended(context, { schema, step }));
  });
}

function runStep(context: StepContext, work: (context: StepContext) => unknown): Promise<void> {
  return watchCalls((watch) => {
    const rows: StepContext["rows"] = (table) =>
      new Proxy(context.rows(table), {
        get: (methods, name) => watched(Reflect.get(methods, name), `rows(…).${String(name)}`, watch),
      });
    const query: StepContext["query"] = (...given) => watch("query", () => context.query(...given));
    return work(extended(context, { rows, query }));
  });
}

/** A context with additional members. Does not call getters, since some throw on this database. */
export function extended<T extends object, M extends object>(context: T, members: M): T & M {
  return Object.assign(Object.create(context), members);
}

type Watch = <T>(name: string, call: () => Promise<T>) => Promise<T>;

function watched(method: unknown, name: string, watch: Watch): unknown {
  if (typeof method !== "function") return method;
  return (...given: readonly unknown[]) => watch(name, () => method(...given));
}

/** A call of a method. `isAwaited` becomes true when `await` or `Promise.all` reads its `then`. */
interface Call {
  readonly name: string;
  /** The place of the call. Needed because the stack of an error of the database does not contain the file. */
  readonly place: Error;
  /** The message of its error; resolves in any case. */
  readonly settled: Promise<string | undefined>;
  isAwaited: boolean;
}

async function watchCalls(work: (watch: Watch) => unknown): Promise<void> {
  const calls: Call[] = [];
  try {
    await work(<T>(name: string, method: () => Promise<T>) => {
      const place = new Error("called here");
      const promise = withPlace(place, method);
      const call: Call = { name, place, settled: promise.then(() => undefined, messageOf), isAwaited: false };
      calls.push(call);
      return new Proxy(promise, {
        get(target, member) {
          call.isAwaited = true;
          const value: unknown = Reflect.get(target, member);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    });
  } finally {
    for (const { settled } of calls) await settled;
  }
  const open = calls.find(({ isAwaited }) => !isAwaited);
  if (open === undefined) return;
  const failure = await open.settled;
  const error = new MigrationError(
    "MIGRATION_INVALID",
    `${open.name} is not awaited${failure === undefined ? "" : `, and failed: ${failure}`}`,
    { hint: `Write: await ${open.name}(...)` },
  );
  throw Object.assign(error, { stack: open.place.stack });
}

async function withPlace<T>(place: Error, method: () => Promise<T>): Promise<T> {
  try {
    return await method();
  } catch (error) {
    if (error instanceof Error) error.stack = `${error.stack}\n${place.stack}`;
    throw error;
  }
}
