import { messageOf } from "../../errors/message-of.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { MigrationContext, Schema, StepContext } from "./migration-context.js";

/**
 * Runs `up` or `down` of a migration. A call that is not awaited would go on after the migration's end, and nobody would see it fail.
 * The stack of each error leads to the call.
 *
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

/** Keeps getters unread: they may have no value on this database. */
function extended<T extends object>(context: T, members: Partial<T>): T {
  return Object.assign(Object.create(context), members);
}

type Watch = <T>(name: string, call: () => Promise<T>) => Promise<T>;

function watched(method: unknown, name: string, watch: Watch): unknown {
  if (typeof method !== "function") return method;
  return (...given: readonly unknown[]) => watch(name, () => method(...given));
}

async function watchCalls(work: (watch: Watch) => unknown): Promise<void> {
  const calls: Call<unknown>[] = [];
  try {
    await work(<T>(name: string, call: () => Promise<T>) => {
      const place = new Error("called here");
      const made = new Call<T>((resolve) => resolve(from(place, call)));
      made.name = name;
      made.place = place;
      calls.push(made);
      // Told at the end, not as a rejection that nobody handles.
      made.settled = Promise.prototype.then.call(made, () => undefined, messageOf) as Promise<string | undefined>;
      return made;
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
  throw Object.assign(error, { stack: open.place?.stack });
}

/** Ends the stack of an error with the place of the call: after a database's answer, it has none of the file. */
async function from<T>(place: Error, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) error.stack = `${error.stack}\n${place.stack}`;
    throw error;
  }
}

/** Knows whether somebody awaits it: `await` and `Promise.all` call `then`. */
class Call<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  name = "";
  place: Error | undefined;
  isAwaited = false;
  settled: Promise<string | undefined> | undefined;

  // biome-ignore lint/suspicious/noThenProperty: it overrides Promise's own
  override then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    return super.then(done, failed);
  }
}
