import { bodyPlans, headerText } from "@onespec/http-contract";
import { type ApiDescription, foldName, nearestName, type Resource, type Webhook } from "@onespec/spec-core";
import { OptionsError } from "../../errors/options-error.js";
import type { Call, MockContext, RecordChange } from "../../model/mock-context.js";
import { recordPlace } from "../../response/place-value.js";
import { requestOrigin } from "../../response/request-origin.js";
import { DELIVERY_HEADER, type Delivery } from "./delivery.js";
import type { Outgoing } from "./outgoing.js";
import { eventOfName, outgoingMessage, type RecordEvent } from "./outgoing-message.js";

export const ECHO = "The request that caused it was itself a delivery";

/** A webhook, its resources and its event. */
export interface KnownWebhook {
  readonly webhook: Webhook;
  /** Resources whose records its body carries. */
  readonly resources: readonly Resource[];
  /** The event in its name; `undefined`: it is sent on demand only. */
  readonly event: RecordEvent | undefined;
  /** The configured address. */
  readonly url: string | undefined;
}

/** The webhooks of one state. */
export interface Webhooks {
  readonly all: readonly KnownWebhook[];
  /** Sends the webhooks for this change. */
  tell(change: RecordChange, cause: Call): Promise<void>;
  /** Sends one. @param url in place of the one it has */
  trigger(known: KnownWebhook, options: TriggerOptions): Promise<Delivery>;
}

export interface TriggerOptions {
  readonly url?: string | undefined;
  /** Where clients reach the records, with the base path. */
  readonly origin: string;
  readonly change?: RecordChange | undefined;
  /** Replaces the generated body. */
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

  const trigger: Webhooks["trigger"] = async (
    { webhook, url: own },
    { url = own, origin, change, body, session, refused },
  ) => {
    const seed = `${webhook.name} ${change?.record.key ?? ""}`;
    const message = await outgoingMessage(context, webhook, { change, sent: undefined, seed, origin });
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
    async tell(change, { target, base }) {
      const { headers } = target;
      const origin = requestOrigin(target) + base;
      const session = headerText(headers, "mock-session");
      const refused = headers[DELIVERY_HEADER] === undefined ? undefined : ECHO;
      const { stateKey } = change.resource;
      for (const one of all()) {
        const isAbout = one.resources.some((resource) => resource.stateKey === stateKey);
        if (one.url === undefined || one.event !== change.kind || !isAbout) continue;
        void trigger(one, { origin, change, session, refused });
      }
    },
  };
}

/** The resources whose record is in the webhook's body; if there are several, the ones in the webhook's name. */
function carried({ api, schemas }: MockContext, { name, requestBody }: Webhook): readonly Resource[] {
  const [plan] = bodyPlans(schemas, requestBody?.content ?? []);
  const { schema } = plan ?? {};
  if (!schema) return [];
  const found = api.resources.filter((resource) => recordPlace(schemas, schema, resource.schema) !== undefined);
  const folded = foldName(name);
  const named = found.filter((resource) => folded.includes(foldName(resource.name).replace(/s$/, "")));
  return named.length > 0 ? named : found;
}

/** @throws OptionsError `WEBHOOK_UNKNOWN` for the first name without a webhook */
export function checkWebhookNames(
  { webhooks }: Pick<ApiDescription, "webhooks">,
  urls: Readonly<Record<string, string>>,
): void {
  const names = webhooks.map(({ name }) => name);
  const unknown = Object.keys(urls).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = nearestName(unknown, names);
  const others = names.length === 0 ? "It has none." : `It has ${names.slice(0, 20).join(", ")}.`;
  throw new OptionsError("WEBHOOK_UNKNOWN", `The description has no webhook \`${unknown}\`.`, {
    hint: near === undefined ? others : `Did you mean \`${near}\`?`,
  });
}
