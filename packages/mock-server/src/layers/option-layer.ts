import type { Outgoing } from "../callbacks/outgoing.js";
import type { MockOptions } from "../config/mock-options.js";
import type { MockContext } from "../server/mock-context.js";
import { mockExtensionLayer } from "../x-mock/mock-extension-layer.js";
import type { ReportViolations } from "./lax-validation.js";
import type { PlanLayer } from "./operation-layers.js";

/**
 * What options and `x-mock` put around operations. Without options nothing is loaded for it.
 * @param warn told of requests that break the contract, with `validate: "warn"`
 * @throws OptionsError when an option cannot be met
 */
export async function optionLayer(
  context: MockContext,
  options: MockOptions,
  warn: ReportViolations | undefined,
  outgoing: Outgoing,
): Promise<PlanLayer> {
  const extension = mockExtensionLayer(context, options.operations, options);
  const { auth, validate, delay, errorRate, handlers, callbacks, webhookUrl } = options;
  const isPlain = auth === "off" && validate === "strict" && delay === undefined && errorRate === 0;
  const isSilent = !callbacks && Object.keys(webhookUrl).length === 0;
  if (isPlain && isSilent && handlers === undefined) return extension;
  const { openLayers } = await import("./open-layers.js");
  return openLayers(context, options, warn, { extension, outgoing });
}
