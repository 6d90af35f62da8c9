import { ProblemError } from "@onespec/http-contract";
import { deliveryJson } from "../features/callbacks/delivery.js";
import { type KnownWebhook, Webhooks } from "../features/callbacks/webhooks.js";
import type { RecordChange } from "../model/mock-context.js";
import type { MockState } from "../state/mock-state.js";
import { sessionOf } from "./log-operations.js";
import { nothingThere, originOf, type PlaneOperation, type PlaneParts } from "./plane-operation.js";

interface TriggerBody {
  readonly url?: string;
  readonly body?: unknown;
  readonly record?: { readonly collection?: string; readonly key: string; readonly scope?: readonly string[] };
}

/** Operations to look at the callbacks and webhooks that the server has sent, and to send one. */
export function deliveryOperations({ outgoing, webhookUrl }: PlaneParts): Readonly<Record<string, PlaneOperation>> {
  return {
    listDeliveries(call) {
      const { limit = 100 } = call.values.query as { limit?: number };
      return { deliveries: outgoing.log.latest(limit, sessionOf(call)).map(deliveryJson) };
    },
    clearDeliveries: (call) => outgoing.log.clear(sessionOf(call)),
    async listWebhooks({ state }) {
      const { all } = new Webhooks((await state()).backend.context, outgoing, webhookUrl);
      return { webhooks: all.map(webhookJson) };
    },
    async triggerWebhook({ request, state, values }) {
      const target = await state();
      const webhooks = new Webhooks(target.backend.context, outgoing, webhookUrl);
      const name = values.pathTexts.name ?? "";
      const known = webhooks.all.find(({ webhook }) => webhook.name === name);
      const names = webhooks.all.map(({ webhook }) => webhook.name);
      if (!known) throw nothingThere(`No webhook is called ${JSON.stringify(name)}`, names);
      const { url, body, record } = (values.body ?? {}) as TriggerBody;
      if (url === undefined && known.url === undefined) throw new ProblemError(noAddress(name));
      const change = await changeOf(target, known, record);
      const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
      return deliveryJson(
        await webhooks.trigger(known, {
          url,
          origin: originOf(request, target.backend.api),
          change,
          body: text,
          session: target.session,
        }),
      );
    },
  };
}

function webhookJson({ webhook, resources, event, url }: KnownWebhook): object {
  const { name, method } = webhook;
  return {
    name,
    method: method.toUpperCase(),
    resources: resources.map((resource) => resource.name),
    event,
    url,
  };
}

/** The requested record. If none is requested, the last record of the webhook's resource. */
async function changeOf(
  { backend, collections }: MockState,
  { resources, event }: KnownWebhook,
  wish: TriggerBody["record"],
): Promise<RecordChange | undefined> {
  const kind = event ?? "updated";
  for (const resource of resources) {
    const sharers = backend.api.resources.filter(({ stateKey }) => stateKey === resource.stateKey);
    const collection = collections.find(({ name }) => sharers.some((sharer) => sharer.name === name));
    if (!collection || (wish?.collection !== undefined && wish.collection !== collection.name)) continue;
    const record = wish
      ? await collection.get(wish.scope ?? [], wish.key)
      : (await collection.list({ offset: Math.max(0, (await collection.count()) - 1), limit: 1 })).records[0];
    if (record) return { kind, resource, record };
  }
  if (!wish) return undefined;
  const names = resources.map(({ name }) => name);
  throw nothingThere(`None of what the webhook carries has a record ${JSON.stringify(wish.key)}`, names);
}

function noAddress(name: string) {
  const message = `The webhook ${JSON.stringify(name)} has no address`;
  const hint = `Send { "url": "http://localhost:4000/hook" }, or start with --webhook-url ${name}=<url>.`;
  return { status: 409, code: "no-address", message: "Conflict", details: [{ message, hint }] };
}
