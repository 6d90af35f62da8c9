import { type Answer, headerText, hostOfOrigin, isLocalName, type RequestTarget } from "@onespec/http-contract";
import { type Operation, objectProperties, valueAt } from "@onespec/spec-core";
import type { MockOptions } from "../../config/mock-options.js";
import type { BehaviourWrapper, Call, MockContext, RecordChange } from "../../model/mock-context.js";
import { requestOrigin } from "../../response/request-origin.js";
import { DELIVERY_HEADER } from "./delivery.js";
import type { Outgoing } from "./outgoing.js";
import { outgoingMessage } from "./outgoing-message.js";
import { ECHO, Webhooks } from "./webhooks.js";

export interface CallbackOptions extends Pick<MockOptions, "callbacks" | "webhookUrl" | "controlHosts"> {
  readonly outgoing: Outgoing;
}

/** Sends the callbacks of operations, and the webhooks of the records that they write, after the answer. */
export function createCallbacks({
  callbacks: isOn,
  webhookUrl,
  controlHosts,
  outgoing,
}: CallbackOptions): BehaviourWrapper {
  const hasWebhooks = Object.keys(webhookUrl).length > 0;
  return (context, { operation }, behave) => {
    if (!hasWebhooks && !(isOn && operation.callbacks.length > 0)) return behave;
    const webhooks = new Webhooks(context, outgoing, webhookUrl);
    return async (call) => {
      const changes: RecordChange[] = [];
      const wrote: Call["wrote"] = async (change) => {
        changes.push(change);
        return call.wrote?.(change);
      };
      const answer = await behave({ ...call, wrote });
      if (answer.status >= 400) return answer;
      // The answer is sent first.
      setImmediate(() => {
        const refused = refusalOf(call.target, controlHosts);
        if (isOn) void sendCallbacks(context, outgoing, operation, call, answer, changes[0], refused);
        for (const change of changes) webhooks.tell(change, operation, call);
      });
      return answer;
    };
  };
}

async function sendCallbacks(
  context: MockContext,
  outgoing: Outgoing,
  operation: Operation,
  call: Call,
  answer: Answer,
  change: RecordChange | undefined,
  refused: string | undefined,
): Promise<void> {
  const origin = requestOrigin(call.target) + call.base;
  for (const callback of operation.callbacks) {
    const { name, method, expression } = callback;
    const place = evaluateExpressions(expression, call, answer);
    // The client wants no callback.
    if ("missing" in place && isOptional(context, operation, place.missing)) continue;
    const seed = `${operation.id} ${name} ${change?.record.key ?? ""}`;
    const message = await outgoingMessage(context, callback, { change, sent: call.body, seed, origin });
    void outgoing.send({
      kind: "callback",
      name,
      operationId: operation.id,
      session: headerText(call.target.headers, "mock-session"),
      method: method.toUpperCase(),
      url: "text" in place ? place.text : undefined,
      ...message,
      headers: { ...message.headers, [DELIVERY_HEADER]: "callback" },
      refused: refused ?? ("missing" in place ? `${place.missing} leads to nothing` : undefined),
    });
  }
}

/** True for `$request.body#/callbackUrl` if requests may omit the property. */
function isOptional({ schemas }: MockContext, { requestBody }: Operation, expression: string): boolean {
  const [, name] = /^\$request\.body#\/([^/]+)$/.exec(expression) ?? [];
  const schema = requestBody?.content[0]?.schema;
  const property = name === undefined || !schema ? undefined : objectProperties(schemas, schema.json).get(name);
  return property !== undefined && !property.required;
}

/**
 * The reason not to send, if there is one. The client chooses the receiver, and websites must not make the server send requests to this
 * machine.
 */
function refusalOf({ headers }: RequestTarget, controlHosts: readonly string[]): string | undefined {
  if (headers[DELIVERY_HEADER] !== undefined) return ECHO;
  const origin = headerText(headers, "origin");
  if (origin === undefined || isLocalName(hostOfOrigin(origin) ?? "", controlHosts)) return undefined;
  return `It was asked for by a page of ${origin}, which controlHosts does not allow`;
}

/** A text with its expressions evaluated, or the first expression without a value. */
type Evaluated = { readonly text: string } | { readonly missing: string };

/** Evaluates `$request.body#/url`, or text such as `http://{$request.query.host}/done`. @see OpenAPI 3.1, "Runtime Expressions" */
function evaluateExpressions(template: string, call: Call, answer: Answer): Evaluated {
  let missing: string | undefined;
  const evaluate = (expression: string): string => {
    const value = resultOf(expression.trim(), call, answer);
    if (value === undefined || value === null || typeof value === "object") missing ??= expression;
    return String(value);
  };
  const text = template.startsWith("$")
    ? evaluate(template)
    : template.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => evaluate(expression));
  return missing === undefined ? { text } : { missing };
}

function resultOf(expression: string, { target, pathTexts, query, body }: Call, answer: Answer): unknown {
  if (expression === "$url") return `${requestOrigin(target)}${target.path}${target.query && `?${target.query}`}`;
  if (expression === "$method") return target.method;
  if (expression === "$statusCode") return answer.status;
  const match = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/.exec(expression);
  const [, side, place, name = "", pointer = ""] = match ?? [];
  const isRequest = side === "request";
  switch (match && (place ?? "body")) {
    case "body":
      return at(isRequest ? body : jsonBody(answer), pointer);
    case "header": {
      const header = name.toLowerCase();
      return isRequest ? headerText(target.headers, header) : answer.headers[header];
    }
    case "query":
      return isRequest ? own({ ...Object.fromEntries(new URLSearchParams(target.query)), ...query }, name) : undefined;
    case "path":
      return isRequest ? own(pathTexts, name) : undefined;
    default:
      return undefined;
  }
}

function jsonBody({ headers, body }: Answer): unknown {
  const isJson = /[/+]json(?:;|$)/.test(headers["content-type"] ?? "");
  return isJson && typeof body === "string" ? JSON.parse(body) : undefined;
}

function at(value: unknown, pointer: string): unknown {
  return pointer === "" ? value : valueAt(value, pointer);
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
