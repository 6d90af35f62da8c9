import type { JsonObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import { NoAnswer, type Reply, type SentRequest } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import { checkReply, excerpt } from "./check-reply.js";
import { addFinding, type CheckRun, type StoryResult } from "./check-run.js";
import type { Fault } from "./finding.js";

/** Thrown if a step fails. The rest of the story cannot be judged. */
export class Broken extends Error {
  readonly operation: RawOperation;
  /** `undefined`: the finding is already recorded. */
  readonly fault: Fault | undefined;

  constructor(operation: RawOperation, message: string, fault?: Omit<Fault, "details">) {
    super(message);
    this.operation = operation;
    this.fault = fault === undefined ? undefined : { ...fault, details: [message] };
  }
}

/** Thrown if the description does not say enough to judge. */
export class Undecidable extends Error {}

/** One request of a story. */
export interface Step {
  readonly operation: RawOperation;
  readonly request: SentRequest;
  readonly reply: Reply;
}

interface StepOptions {
  /** The body of a create or an update. */
  readonly body?: unknown;
  /** Statuses that do not end the walk. */
  readonly accepted?: readonly number[];
  /** Values for required parameters with these names. */
  readonly known?: JsonObject;
}

/** Sends one step of a story. Throws for anything but a success. Also records an answer that violates its schema. */
export async function callStep(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  path: string,
  name: string,
  { body, accepted = [], known = {} }: StepOptions = {},
): Promise<Step> {
  const isWrite = name === "create" || name === "update";
  const request = await buildRequest(run, operation, style, path, {
    optional: false,
    known,
    ...(isWrite ? { body } : {}),
  });
  if (request === undefined) throw new Undecidable(`no valid request found for the ${name}`);
  run.findings.answers += 1;
  const reply = await run.client.send(request).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    addFinding(run, operation, "pair", style, { rule: "no-answer", details: [error.message] });
    throw new Broken(operation, `${name}: ${error.message}`);
  });
  if (!isLocked(run, operation, reply)) run.findings.judged.add(operation.key);
  if (accepted.includes(reply.status)) return { operation, request, reply };
  if (isLocked(run, operation, reply)) throw new Undecidable(`the ${name} ${lockReason(run, operation)}`);
  const fault = await checkReply(run.judge, reply, { operation, exists: name === "create" ? undefined : true });
  if (fault !== undefined) addFinding(run, operation, "pair", style, fault);
  if (reply.status >= 300) {
    const successes = operation.responses.filter(({ status }) => /^(2|default)/i.test(status));
    if (successes.length === 0) throw new Undecidable(`the ${name} documents no success`);
    const message = `${name}: ${reply.status} ${excerpt(reply)}`;
    // A documented rejection of a create, such as 409 or 402, may have reasons that the description does not give.
    if (fault === undefined && name === "create") throw new Undecidable(message);
    throw new Broken(operation, message, fault === undefined ? { rule: "valid-refused", aspect: name } : undefined);
  }
  return { operation, request, reply };
}

/** True if the request was rejected because credentials are missing, or because the given ones may lack scopes. */
export function isLocked({ credentials }: CheckRun, operation: RawOperation, { status }: Reply): boolean {
  if (status === 403 && operation.scopes.length > 0 && operation.responses.some(({ status: one }) => one === "403"))
    return true;
  return (status === 401 || status === 403) && credentials.areMissing(operation);
}

export const NEEDS_CREDENTIALS: string = "needs credentials";

export function lockReason({ credentials }: CheckRun, operation: RawOperation): string {
  if (credentials.areMissing(operation)) return NEEDS_CREDENTIALS;
  const { scopes } = operation;
  return `${NEEDS_CREDENTIALS} with the ${scopes.length === 1 ? "scope" : "scopes"} ${scopes.join(" and ")}: those that were sent got 403`;
}

/** Runs a story and records its outcome. */
export async function tell(
  run: CheckRun,
  story: Pick<StoryResult, "kind" | "path" | "pair" | "style">,
  walk: () => Promise<void>,
): Promise<void> {
  const end = (outcome: StoryResult["outcome"], reason: string): void => {
    run.findings.stories.push({ ...story, outcome, reason });
  };
  try {
    await walk();
    end("whole", "");
  } catch (error) {
    if (error instanceof Undecidable) end("undecidable", error.message);
    else if (error instanceof Broken) {
      if (error.fault !== undefined) addFinding(run, error.operation, "story", story.style, error.fault);
      end("broken", error.message);
    } else if (error instanceof NoAnswer) end("broken", error.message);
    else throw error;
  }
}
