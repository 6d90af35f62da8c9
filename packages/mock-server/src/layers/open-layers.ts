import type { Outgoing } from "../callbacks/outgoing.js";
import type { MockOptions } from "../config/mock-options.js";
import type { MockContext } from "../server/mock-context.js";
import type { ReportViolations } from "./lax-validation.js";
import { type PlanLayer, withRequestLayer } from "./operation-layers.js";

/**
 * What the options put around operations. Each part is loaded only when asked for.
 * @param parts.extension what the operations' own `x-mock` says
 * @throws OptionsError when an option cannot be met
 */
export async function openLayers(
  context: MockContext,
  options: MockOptions,
  warn: ReportViolations | undefined,
  { extension, outgoing }: { readonly extension: PlanLayer; readonly outgoing: Outgoing },
): Promise<PlanLayer> {
  const { handlers, auth, delay, errorRate, validate, seedValue } = options;
  const layers: PlanLayer[] = [];
  if (delay !== undefined) {
    const { delayLayer } = await import("../faults/delay-layer.js");
    const layer = delayLayer(delay, seedValue);
    layers.push((plan) => withRequestLayer(plan, layer));
  }
  if (auth !== "off") {
    const { securityLayer } = await import("../security/security-layer.js");
    const layer = securityLayer(context, await acceptedCredentials(context, options));
    layers.push((plan) => withRequestLayer(plan, layer(plan.operation)));
  }
  if (errorRate > 0) {
    const { errorLayer } = await import("../faults/error-layer.js");
    const layer = errorLayer(context, errorRate, seedValue);
    layers.push((plan) => withRequestLayer(plan, layer(plan.operation)));
  }
  if (handlers !== undefined) {
    const { handlerLayer } = await import("../handlers/handler-layer.js");
    layers.push(handlerLayer(context, typeof handlers === "string" ? await readFolder(context, handlers) : handlers));
  }
  // The operation's own words come after what holds for all of them.
  layers.push(extension);
  if (options.callbacks || Object.keys(options.webhookUrl).length > 0) {
    const { callbackLayer } = await import("../callbacks/callback-layer.js");
    layers.push(callbackLayer(context, outgoing, options));
  }
  if (validate !== "strict") {
    const { laxValidation } = await import("./lax-validation.js");
    layers.push(laxValidation(validate === "warn" ? (warn ?? (() => {})) : undefined));
  }
  return (plan) => layers.reduce((made, layer) => layer(made), plan);
}

async function readFolder({ api }: MockContext, folder: string) {
  const { openHandlerFolder } = await import("../handlers/handler-folder.js");
  return openHandlerFolder(folder, api.operations, () => {});
}

async function acceptedCredentials({ api }: MockContext, { auth, credentials }: MockOptions) {
  if (auth !== "enforce") return undefined;
  if (credentials === undefined) {
    const { OptionsError } = await import("../errors/options-error.js");
    throw new OptionsError(
      "CREDENTIALS_MISSING",
      "With auth `enforce` nobody is let in unless credentials are named.",
      {
        hint: "Name a file of accepted credentials with --credentials, or take --auth shape.",
      },
    );
  }
  const { parseCredentials } = await import("../security/accepted-credentials.js");
  if (typeof credentials !== "string") return parseCredentials(credentials, api.securitySchemes, "credentials");
  const { readCredentials } = await import("../security/read-credentials.js");
  return parseCredentials(await readCredentials(credentials), api.securitySchemes, credentials);
}
