import type { Resource, Webhook } from "@onespec/spec-core";
import { bodyPlans } from "../response/body-plan.js";
import { recordPlace } from "../response/record-place.js";
import type { MockContext, RecordChange } from "../server/mock-context.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { DELIVERY_HEADER, type Delivery } from "./delivery.js";
import type { Outgoing } from "./outgoing.js";
import { outgoingMessage } from "./outgoing-message.js";
import { eventOfName, type RecordEvent } from "./webhook-event.js";

export const ECHO = "What caused it was a delivery itself";

/** A webhook and what it is about. */
export interface KnownWebhook {
  readonly webhook: Webhook;
  /** Resources whose records its body carries. */
  readonly resources: readonly Resource[];
  /** What its name tells; `undefined`: it is sent by hand alone. */
  readonly event: RecordEvent | undefined;
  /** Where it is sent to by itself. */
  readonly url: string | undefined;
}

/** The webhooks of one state. */
export interface Webhooks {
  readonly all: readonly KnownWebhook[];
  /** Sends those that are about what happened. */
  tell(change: RecordChange, cause: MockRequest): Promise<void>;
  /** Sends one. @param url in place of the one it has */
  trigger(known: KnownWebhook, wish: WebhookWish): Promise<Delivery>;
}

export interface WebhookWish {
  readonly url?: string | undefined;
  readonly change?: RecordChange | undefined;
  /** In place of the one that is made. */
  readonly body?: string | undefined;
  readonly session?: string | undefined;
  readonly refused?: string | undefined;
}

export function createWebhooks(
  context: MockContext,
  outgoing: Outgoing,
  urls: Readonly<Record<string, string>>,
): Webhooks {
  let known: readonly KnownWebhook[] | undefined;
  const all = (): readonly KnownWebhook[] => {
    known ??= context.api.webhooks.map((webhook) => ({
      webhook,
      resources: carried(context, webhook),
      event: eventOfName(webhook.name),
      url: Object.hasOwn(urls, webhook.name) ? urls[webhook.name] : undefined,
    }));
    return known;
  };

  const trigger: Webhooks["trigger"] = async ({ webhook, url: own }, { url = own, change, body, session, refused }) => {
    const seed = `${webhook.name} ${change?.record.key ?? ""}`;
    const message = await outgoingMessage(context, webhook, { change, sent: undefined, seed });
    return outgoing.send({
      kind: "webhook",
      name: webhook.name,
      session,
      method: webhook.method.toUpperCase(),
      url,
      headers: { ...message.headers, [DELIVERY_HEADER]: "webhook" },
      body: body ?? message.body,
      refused,
      isTrusted: url !== undefined && url === own,
    });
  };

  return {
    get all() {
      return all();
    },
    trigger,
    async tell(change, { headers }) {
      const session = headerText(headers, "mock-session");
      const refused = headers[DELIVERY_HEADER] === undefined ? undefined : ECHO;
      const { stateKey } = change.resource;
      for (const one of all()) {
        const isAbout = one.resources.some((resource) => resource.stateKey === stateKey);
        if (one.url === undefined || one.event !== change.kind || !isAbout) continue;
        void trigger(one, { change, session, refused });
      }
    },
  };
}

/** The resources whose record stands in the webhook's body; of several those that its name names. */
function carried({ api, schemas }: MockContext, { name, requestBody }: Webhook): readonly Resource[] {
  const [plan] = bodyPlans(schemas, requestBody?.content ?? []);
  const { schema } = plan ?? {};
  if (!schema) return [];
  const found = api.resources.filter((resource) => recordPlace(schemas, schema, resource.schema) !== undefined);
  const folded = fold(name);
  const named = found.filter((resource) => folded.includes(fold(resource.name).replace(/s$/, "")));
  return named.length > 0 ? named : found;
}

function fold(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
