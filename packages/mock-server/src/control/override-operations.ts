import { forbidsBody, ProblemError, selectError, selectSuccess } from "@onespec/http-contract";
import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import { answerOf } from "../features/overrides/overrides.js";
import { responseViolations } from "../features/proxy/response-violations.js";
import { headerFault, SERVER_HEADERS } from "../response/header-fault.js";
import type { MockState } from "../state/mock-state.js";
import type { OverrideRule } from "../state/overrides.js";
import {
  nothingThere,
  operationOf,
  PlaneAnswer,
  type PlaneOperation,
  type PlaneParts,
  tooManyOf,
} from "./plane-operation.js";

const MOST_OVERRIDES = 1000;
/** Size of all overrides together, in characters. */
const MOST_CONTENT = 64 * 1024 * 1024;

export function overrideOperations({ events }: PlaneParts): Readonly<Record<string, PlaneOperation>> {
  const tell = ({ session }: MockState): void => events.emit("override", () => ({ session }));
  return {
    listOverrides: async ({ state }) => ({ overrides: (await state()).overrides.all }),
    async addOverride({ state, values }) {
      const target = await state();
      const { overrides, backend } = target;
      const rule = values.body as Partial<OverrideRule> & Pick<OverrideRule, "operationId">;
      const operation = operationOf(backend.api, rule.operationId);
      if (!hasEffect(rule)) throw withoutEffect();
      checkHeaders(rule);
      // A rule with only a body answers with the operation's success status.
      const status = rule.status ?? (rule.body === undefined ? undefined : selectSuccess(operation).status);
      if (overrides.size >= MOST_OVERRIDES) throw tooManyOf("overrides", MOST_OVERRIDES);
      const size = JSON.stringify(rule).length;
      if (overrides.content + size > MOST_CONTENT) throw tooManyOf("characters of overrides", MOST_CONTENT);
      const added = overrides.add({ ...rule, ...(status && { status }), times: rule.times ?? 1 }, size);
      tell(target);
      const warnings = status === undefined ? [] : unfitParts(backend.api.schemas, operation, rule, status);
      return new PlaneAnswer(201, warnings.length > 0 ? { ...added, warnings } : added);
    },
    async deleteOverrides({ state }) {
      const target = await state();
      target.overrides.clear();
      tell(target);
    },
    async deleteOverride({ state, values }) {
      const target = await state();
      const { overrides } = target;
      const id = values.pathTexts.id ?? "";
      if (overrides.remove(id)) return tell(target);
      throw nothingThere(
        `There is no override ${JSON.stringify(id)}`,
        overrides.all.map(({ id, operationId }) => `${id} (${operationId})`),
      );
    },
  };
}

/**
 * Returns how the answer of a rule differs from the response documented for its status. Empty if neither HTTP nor the
 * description restricts it.
 */
function unfitParts(
  schemas: SchemaRegistry,
  operation: Operation,
  rule: Partial<OverrideRule>,
  status: number,
): readonly string[] {
  if (rule.body !== undefined && forbidsBody(status))
    return [`An answer with the status ${status} has no body: yours is not sent`];
  const documented = selectError(operation, status);
  if (!documented) return [];
  if (rule.body === undefined) {
    if (status >= 400 || documented.content.length === 0) return [];
    return [
      `The documented ${status} has a body, and this answer has none: give a body, or no status to run the operation`,
    ];
  }
  const { headers, body } = answerOf(rule, status, operation);
  const text = typeof body === "string" ? body : undefined;
  const header = (name: string): string | undefined =>
    Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const found = responseViolations(schemas, operation, { status, header, text, json: rule.body });
  return found
    .slice(0, MOST_WARNINGS)
    .map(
      ({ path, message }) =>
        `The body differs from the documented ${status}: ${[path, message].filter(Boolean).join(" ")}`,
    );
}

const MOST_WARNINGS = 20;

/** @throws ProblemError 400 for headers that no answer can have */
function checkHeaders({ headers = {} }: Partial<OverrideRule>): void {
  const details = Object.entries(headers).flatMap(([name, value]) => {
    const isOfServer = SERVER_HEADERS.has(name.toLowerCase());
    const message = isOfServer ? "is a header that the server writes itself; leave it out" : headerFault(name, value);
    return message === undefined ? [] : [{ in: "body", path: `/headers/${name}`, message }];
  });
  if (details.length > 0)
    throw new ProblemError({ status: 400, code: "invalid-header", message: "Invalid override", details });
}

function hasEffect({ status, headers = {}, body, delay = 0 }: Partial<OverrideRule>): boolean {
  return status !== undefined || body !== undefined || Object.keys(headers).length > 0 || delay > 0;
}

function withoutEffect(): ProblemError {
  const message = "The override changes nothing";
  const hint = "Give it a status, a body, headers or a delay in milliseconds.";
  const details = [{ in: "body" as const, path: "", message, hint }];
  return new ProblemError({ status: 400, code: "override-without-effect", message: "Invalid override", details });
}
