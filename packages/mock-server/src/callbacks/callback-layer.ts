import { hostOfOrigin, isLocalName } from "@onespec/http-requests";
import type { Operation } from "@onespec/spec-core";
import type { MockOptions } from "../config/mock-options.js";
import type { PlanLayer } from "../layers/operation-layers.js";
import type { Answer } from "../response/answer.js";
import type { Call, MockContext, RecordChange } from "../server/mock-context.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { requestOrigin } from "../server/request-origin.js";
import { DELIVERY_HEADER } from "./delivery.js";
import type { Outgoing } from "./outgoing.js";
import { outgoingMessage } from "./outgoing-message.js";
import { type Exchange, evaluateExpressions } from "./runtime-expression.js";
import { createWebhooks, ECHO } from "./webhooks.js";

/** Sends the callbacks of an operation, and the webhooks of the records that it writes, once it has answered. */
export function callbackLayer(
  context: MockContext,
  outgoing: Outgoing,
  { callbacks, webhookUrl, controlHosts }: Pick<MockOptions, "callbacks" | "webhookUrl" | "controlHosts">,
): PlanLayer {
  const webhooks = createWebhooks(context, outgoing, webhookUrl);
  return (plan) => {
    const { operation } = plan;
    const declared = callbacks ? operation.callbacks : [];
    if (declared.length === 0 && Object.keys(webhookUrl).length === 0) return plan;
    return {
      ...plan,
      async behave(call) {
        const changes: RecordChange[] = [];
        const wrote: Call["wrote"] = (change) => {
          changes.push(change);
          return call.wrote?.(change);
        };
        const answer = await plan.behave({ ...call, wrote });
        if (answer.status >= 400) return answer;
        // The answer goes first.
        setImmediate(() => {
          const refused = refusalOf(call.request, controlHosts);
          if (declared.length > 0) void sendCallbacks(context, outgoing, operation, call, answer, changes, refused);
          for (const change of changes) void webhooks.tell(change, call.request);
        });
        return answer;
      },
    };
  };
}

async function sendCallbacks(
  context: MockContext,
  outgoing: Outgoing,
  operation: Operation,
  call: Call,
  answer: Answer,
  changes: readonly RecordChange[],
  refused: string | undefined,
): Promise<void> {
  const exchange = exchangeOf(call, answer);
  const [change] = changes;
  for (const callback of operation.callbacks) {
    const { name, method, expression } = callback;
    const place = evaluateExpressions(expression, exchange);
    const seed = `${operation.id} ${name} ${change?.record.key ?? ""}`;
    const message = await outgoingMessage(context, callback, { change, sent: call.values.body, seed });
    void outgoing.send({
      kind: "callback",
      name,
      operationId: operation.id,
      session: headerText(call.request.headers, "mock-session"),
      method: method.toUpperCase(),
      url: "text" in place ? place.text : undefined,
      ...message,
      headers: { ...message.headers, [DELIVERY_HEADER]: "callback" },
      refused: refused ?? ("missing" in place ? `${place.missing} leads to nothing` : undefined),
    });
  }
}

/** Who asks names the receiver: any page of the web must not have requests sent into this machine. */
function refusalOf({ headers }: MockRequest, controlHosts: readonly string[]): string | undefined {
  if (headers[DELIVERY_HEADER] !== undefined) return ECHO;
  const origin = headerText(headers, "origin");
  if (origin === undefined || isLocalName(hostOfOrigin(origin) ?? "", controlHosts)) return undefined;
  return `It was asked for by a page of ${origin}, which controlHosts does not allow`;
}

function exchangeOf({ request, values }: Call, { status, headers, body }: Answer): Exchange {
  const { path, query } = request;
  const isJson = /[/+]json(?:;|$)/.test(headers["content-type"] ?? "");
  return {
    url: `${requestOrigin(request)}${path}${query === "" ? "" : `?${query}`}`,
    request,
    path: values.pathTexts,
    query: { ...Object.fromEntries(new URLSearchParams(query)), ...values.query },
    body: values.body,
    status,
    responseHeaders: headers,
    responseBody: isJson && typeof body === "string" ? JSON.parse(body) : undefined,
  };
}
