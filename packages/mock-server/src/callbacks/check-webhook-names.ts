import { type ApiDescription, nearestName } from "@onespec/spec-core";
import { OptionsError } from "../errors/options-error.js";

/** @throws OptionsError `WEBHOOK_UNKNOWN`, for the first name that the description does not have */
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
