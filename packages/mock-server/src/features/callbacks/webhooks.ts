import { bodyPlans, headerText } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  meantHint,
  nameWords,
  type Operation,
  type Resource,
  STATUS,
  type Webhook,
} from "@onespec/spec-core";
import { statesOf } from "../../behaviour/effect/verb-words.js";
import { statusValues } from "../../behaviour/record/first-values.js";
import { OptionsError } from "../../errors/options-error.js";
import type { Call, MockContext, RecordChange } from "../../model/mock-context.js";
import { lastLiteral } from "../../model/path-words.js";
import { propertiesOf } from "../../model/schema-questions.js";
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
  /** The event in its name. */
  readonly event: RecordEvent | undefined;
  /** The other words of its name, folded: `cancelled` of `orderCancelled`. */
  readonly words: readonly string[];
  /** The configured address. */
  readonly url: string | undefined;
}

export interface TriggerOptions {
  readonly url?: string | undefined;
  /** The origin by which clients reach the records, with the base path. */
  readonly origin: string;
  readonly change?: RecordChange | undefined;
  /** Replaces the generated body. */
  readonly body?: string | undefined;
  readonly session?: string | undefined;
  readonly refused?: string | undefined;
}

/** The webhooks of one state. */
export class Webhooks {
  readonly #context: MockContext;
  readonly #outgoing: Outgoing;
  readonly #urls: Readonly<Record<string, string>>;
  #known: readonly KnownWebhook[] | undefined;

  constructor(context: MockContext, outgoing: Outgoing, urls: Readonly<Record<string, string>>) {
    this.#context = context;
    this.#outgoing = outgoing;
    this.#urls = urls;
  }

  get all(): readonly KnownWebhook[] {
    this.#known ??= knownWebhooks(this.#context.api, this.#urls);
    return this.#known;
  }

  /** Sends a webhook. @param options.url replaces its configured URL */
  async trigger({ webhook, url: own }: KnownWebhook, options: TriggerOptions): Promise<Delivery> {
    const { url = own, origin, change, body, session, refused } = options;
    const seed = `${webhook.name} ${change?.record.key ?? ""}`;
    const message = await outgoingMessage(this.#context, webhook, { change, sent: undefined, seed, origin });
    return this.#outgoing.send({
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
  }

  /** Sends the webhooks for this change. */
  tell(change: RecordChange, operation: Operation, { target, base }: Call): void {
    const origin = requestOrigin(target) + base;
    const session = headerText(target.headers, "mock-session");
    const refused = target.headers[DELIVERY_HEADER] === undefined ? undefined : ECHO;
    const done = [...doneBy(operation), ...newStatuses(change)];
    for (const one of this.all) {
      const isAbout = one.resources.some(({ stateKey }) => stateKey === change.resource.stateKey);
      const isMeant = one.event === change.kind || done.some((word) => one.words.includes(word));
      if (one.url !== undefined && isMeant && isAbout) void this.trigger(one, { origin, change, session, refused });
    }
  }
}

function knownWebhooks(api: ApiDescription, urls: Readonly<Record<string, string>>): readonly KnownWebhook[] {
  return api.webhooks.map((webhook) => ({
    webhook,
    resources: carried(api, webhook),
    event: eventOfName(webhook.name),
    words: wordsOf(webhook.name),
    url: Object.hasOwn(urls, webhook.name) ? urls[webhook.name] : undefined,
  }));
}

function wordsOf(text: string): readonly string[] {
  return nameWords(text).map(foldName);
}

/**
 * Participles that name what an operation has done: `cancelled` for `POST /orders/{id}/cancel`, `placed` for `placeOrder`. None for a
 * delete, which has its own event.
 */
function doneBy(operation: Operation): readonly string[] {
  const { id, role } = operation;
  if (role.kind === "delete") return [];
  const [first = ""] = wordsOf(id);
  const verb = role.kind === "action" ? foldName(lastLiteral(operation)) : "";
  return [...(first === "" ? [] : statesOf(first)), ...(verb === "" ? [] : [verb, ...statesOf(verb)])];
}

/** The statuses that the record has since the change. */
function newStatuses({ record: { value }, kind, before }: RecordChange): readonly string[] {
  if (kind === "deleted" || (kind !== "created" && !before)) return [];
  return Object.entries(value).flatMap(([name, status]) =>
    STATUS.test(name) && typeof status === "string" && before?.[name] !== status ? [foldName(status)] : [],
  );
}

/** The names of webhooks that have a URL although no change of a record sends them. */
export function silentWebhooks(api: ApiDescription, urls: Readonly<Record<string, string>>): readonly string[] {
  const { schemas, operations } = api;
  return knownWebhooks(api, urls).flatMap(({ webhook, resources, event, words, url }) => {
    const keys = new Set(resources.map(({ stateKey }) => stateKey));
    const done = operations.flatMap((one) =>
      "resource" in one.role && keys.has(one.role.resource.stateKey) ? doneBy(one) : [],
    );
    const statuses = resources.flatMap(({ schema }) =>
      propertiesOf(schemas, schema.json).flatMap((property) =>
        STATUS.test(property.name)
          ? statusValues(schemas, property.schema).map((value) => foldName(String(value)))
          : [],
      ),
    );
    const isSent =
      keys.size > 0 && (event !== undefined || [...done, ...statuses].some((word) => words.includes(word)));
    return url === undefined || isSent ? [] : [webhook.name];
  });
}

/** The resources whose record is in the webhook's body; if there are several, the ones in the webhook's name. */
function carried(api: ApiDescription, { name, requestBody }: Webhook): readonly Resource[] {
  const { schemas } = api;
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
  const others = names.length === 0 ? "It has none." : `It has ${names.slice(0, 20).join(", ")}.`;
  const hint = meantHint(unknown, names, others, "`");
  throw new OptionsError("WEBHOOK_UNKNOWN", `The description has no webhook \`${unknown}\`.`, { hint });
}
