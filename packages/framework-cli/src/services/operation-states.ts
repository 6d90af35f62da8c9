import { createHash } from "node:crypto";
import {
  type BodyPlan,
  bodyPlans,
  createFitting,
  echoedValue,
  type Fitting,
  Reply,
  SentFile,
  sampledValue,
  selectSuccess,
} from "@onespec/http-contract";
import { type Operation, percentEncode, type SchemaRegistry, withoutWriteOnly } from "@onespec/spec-core";
import type { ActionRequest, ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import { contractOf } from "./contract-schemas.js";
import { isJsonObject, mergeDeep, valueAt, withValueAt } from "./nested-members.js";

/** The answers of operations that nobody has written yet. */
export interface OperationStates {
  /**
   * Answers as the description says: a value is made up once for each path and query and stored; what a client writes is in the answer,
   * and in what is read at the same path.
   *
   * @param value the answer, where it is known
   * @throws HttpError 501 when `unwrittenOperations` is `refuse`
   */
  answer(request: ActionRequest, value?: unknown): Promise<Reply>;
}

/** The longest text that a key column holds on every database. */
const LONGEST_KEY = 255;

/** A value as the model keeps it: JSON, or a file. */
type Kept = { readonly value: unknown } | { readonly file: string; readonly type: string };

/** @param model with the fields `place` and `state`; not needed where all answers are known */
export function createOperationStates(context: ServiceContext, model = "OperationState"): OperationStates {
  const reported = new Set<string>();
  const keep = async (key: string, state: Kept | null): Promise<void> => {
    await context.repository(model).upsert({ place: key, state });
  };
  const find = async (key: string): Promise<Kept | undefined> =>
    ((await context.repository(model).get(key))?.state as Kept | null | undefined) ?? undefined;

  return {
    async answer(request, given) {
      const { operation } = request;
      if (context.config.app.unwrittenOperations === "refuse")
        throw new HttpError(501, `${operation.id} is not written yet.`);
      if (!reported.has(operation.id)) {
        reported.add(operation.id);
        request.log.warn({}, `${operation.id} is not written yet: its answers are made up.`);
      }
      const { schemas } = await contractOf(context);
      const answers = answersOf(schemas, operation);
      if (given !== undefined) return answers.value(given);
      const key = stateKey(request);
      const { role } = operation;
      if (isRead(operation)) {
        const kept = await find(key);
        if (kept && "file" in kept) return answers.file(kept);
        if (kept && answers.fits(kept.value)) return answers.value(kept.value);
        const value = answers.sample(key);
        if (role.kind !== "singleton" || role.reply === undefined) await keep(key, { value });
        return answers.value(value);
      }
      if (role.kind !== "singleton") {
        const value = answers.echo(request.body, key);
        await keep(key, { value: value ?? null });
        return answers.value(value);
      }
      if (role.part === "delete") {
        await keep(key, null);
        return answers.value(answers.sample(key));
      }
      const sent = valueAt(request.body, role.body);
      if (sent instanceof SentFile) {
        await keep(key, { file: (await sent.buffer()).toString("base64"), type: sent.type });
        return answers.value(answers.sample(key));
      }
      const reading = role.operations.find((one) => one.role.kind === "singleton" && one.role.part === "read");
      const shown = reading && answersOf(schemas, reading);
      const before = await find(key);
      const old = before && "value" in before ? before.value : shown?.sample(key);
      const place = (reading?.role.kind === "singleton" ? reading.role.reply : undefined) ?? [];
      const after = role.part === "update" ? mergeDeep(valueAt(old, place), sent) : sent;
      const whole = withValueAt(old, place, isJsonObject(after) ? after : (after ?? null));
      await keep(key, { value: shown?.fit(whole, key) ?? whole });
      return answers.value(answers.echo(request.body, key));
    },
  };
}

function isRead({ method }: Operation): boolean {
  return method === "get" || method === "head";
}

/** Per path, method and query; all operations of one document share its path. */
function stateKey({ operation, params, query }: ActionRequest): string {
  const { path, method, role } = operation;
  const filled = path.replace(/\{([^{}]*)\}/g, (_, name: string) => percentEncode(String(params[name] ?? "")));
  const asked = Object.keys(query)
    .sort()
    .map((name) => `${name}=${JSON.stringify(query[name])}`)
    .join("&");
  const key =
    role.kind === "singleton" ? filled : `${method.toUpperCase()} ${filled}${asked === "" ? "" : `?${asked}`}`;
  return key.length <= LONGEST_KEY ? key : `#${createHash("sha256").update(key).digest("hex")}`;
}

/** The documented success of an operation. */
interface Answers {
  sample(seed: string): unknown;
  echo(sent: unknown, seed: string): unknown;
  fits(value: unknown): boolean;
  /** The nearest valid value. */
  fit(value: unknown, seed: string): unknown;
  value(value: unknown): Reply;
  file(kept: { readonly file: string; readonly type: string }): Reply;
}

const known = new WeakMap<Operation, Answers>();

function answersOf(schemas: SchemaRegistry, operation: Operation): Answers {
  const found = known.get(operation);
  if (found) return found;
  const { status, response } = selectSuccess(operation);
  const [body]: readonly (BodyPlan | undefined)[] = bodyPlans(schemas, response?.content ?? []);
  const fitting: Fitting = createFitting(schemas, operation.id);
  const { schema } = body ?? {};
  const shown = (value: unknown): unknown => (schema ? withoutWriteOnly(value, schema, schemas) : value);
  const made: Answers = {
    sample: (seed) => body && shown(sampledValue(fitting, body, seed)),
    echo: (sent, seed) => body && shown(echoedValue({ schemas, fitting }, body, sent, seed)),
    fits: (value) => !schema || schemas.validator(schema, "response").isValid(value),
    fit: (value, seed) => (schema ? shown(fitting.fit(schema, value, { seed })) : value),
    value: (value) => new Reply(status, body && value, body ? { "content-type": body.contentType } : {}),
    file: ({ file, type }) => new Reply(status, Buffer.from(file, "base64"), { "content-type": type }),
  };
  known.set(operation, made);
  return made;
}
