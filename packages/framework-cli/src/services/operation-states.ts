import {
  type BodyPlan,
  bodyPlans,
  createFitting,
  echoedValue,
  essence,
  type Fitting,
  Reply,
  SentFile,
  sampledValue,
  selectMediaType,
  selectSuccess,
} from "@onespec/http-contract";
import {
  type Operation,
  percentEncode,
  type SchemaRegistry,
  valueAtPlace,
  withoutWriteOnly,
  withValueAt,
} from "@onespec/spec-core";
import type { ActionRequest, ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import { keyOfPlace } from "./addresses.js";
import { contractOf } from "./contract-schemas.js";
import { mergeDeep } from "./nested-members.js";
import { staysRemoved } from "./own-operations.js";

/** Answers operations that are not written yet. */
export interface OperationStates {
  /**
   * Answers as the description says, with a generated value that is the same for the same path and query. Values that a
   * client writes are part of this answer, and of later reads of the same path.
   * @param value the answer, if it is known
   * @throws HttpError 501 if `unwrittenOperations` is `refuse`
   */
  answer(request: ActionRequest, value?: unknown): Promise<Reply>;
}

/** A value in the model: JSON or a file. */
type Kept = { readonly value: unknown } | { readonly file: string; readonly type: string };

/** @param model a model with the fields `place` and `state`. It is not needed if all answers are known. */
export function createOperationStates(context: ServiceContext, model = "OperationState"): OperationStates {
  const reported = new Set<string>();
  const keep = async (place: string, state: Kept | null): Promise<void> => {
    await context.repository(model).upsert({ place, state });
  };
  /** `null`: it was removed. */
  const find = async (place: string): Promise<Kept | null | undefined> =>
    (await context.repository(model).get(place))?.state as Kept | null | undefined;

  return {
    async answer(request, given) {
      const { operation } = request;
      if (context.config.app.unwrittenOperations === "refuse")
        throw new HttpError(501, `${operation.id} is not written yet.`);
      if (!reported.has(operation.id)) {
        reported.add(operation.id);
        request.log.warn({}, `${operation.id} is not written yet: its answers are generated.`);
      }
      const { schemas, operations } = await contractOf(context);
      const answers = answersOf(schemas, operation);
      if (given !== undefined) return answers.value(given);
      // The path with its parameters filled in. All operations at one path share a state.
      const path = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) =>
        percentEncode(String(request.params[name] ?? "")),
      );
      const place = keyOfPlace(path);
      const seed = `${operation.method} ${path} ${JSON.stringify(request.query)}`;
      const found = await find(place);
      const kept = found ?? undefined;
      if (operation.method === "get" || operation.method === "head") {
        if (found === null && staysRemoved(operation)) throw new HttpError(404, `${path} was removed.`);
        if (kept === undefined) return answers.value(answers.sample(seed));
        if ("file" in kept) return answers.file(kept);
        return answers.value(answers.fits(kept.value) ? kept.value : answers.echo(kept.value, seed));
      }
      if (operation.method === "delete") {
        await keep(place, null);
        return answers.value(answers.sample(seed));
      }
      const { role } = operation;
      const sent = role.kind === "singleton" ? valueAtPlace(request.body, role.body) : request.body;
      if (sent instanceof SentFile) {
        await keep(place, { file: (await sent.buffer()).toString("base64"), type: sent.type });
      } else if (role.kind === "singleton") {
        const reading = role.operations.find((one) => one.role.kind === "singleton" && one.role.part === "read");
        const shown = reading && answersOf(schemas, reading);
        const before = kept && "value" in kept ? kept.value : shown?.sample(`get ${path} {}`);
        const at = (reading?.role.kind === "singleton" ? reading.role.reply : undefined) ?? [];
        const after = role.part === "update" ? mergeDeep(valueAtPlace(before, at), sent) : sent;
        const whole = withValueAt(before, at, after ?? null);
        await keep(place, { value: shown?.fit(whole, seed) ?? whole });
      } else if (sent !== undefined && operations.some((one) => one.method === "get" && one.path === operation.path)) {
        const schema = operation.requestBody?.content.find((media) => media.schema !== undefined)?.schema;
        // The part of the body that answers may show.
        await keep(place, { value: schema ? withoutWriteOnly(sent, schema, schemas) : sent });
      }
      return answers.value(answers.echo(request.body, seed));
    },
  };
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
    file: ({ file, type }) => {
      // Bytes that a client sent may be documented as text in the answer.
      const isShown = !body || selectMediaType(response ?? { content: [] }, essence(type)) !== undefined;
      return new Reply(status, Buffer.from(file, "base64"), { "content-type": isShown ? type : body.contentType });
    },
  };
  known.set(operation, made);
  return made;
}
