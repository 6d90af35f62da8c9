import { bodyVariants, brokenForms } from "./body-variants.js";
import type { CheckRun } from "./check-run.js";
import { parameterVariants } from "./parameter-variants.js";
import type { RequestVariant, ValidRequest } from "./request-variant.js";

/** All requests with one change in the body or in a parameter, in no order that matters. */
export async function requestVariants(run: CheckRun, valid: ValidRequest): Promise<RequestVariant[]> {
  const variants = [...(await bodyVariants(run, valid)), ...brokenForms(valid)];
  for (const parameter of valid.operation.parameters)
    variants.push(...(await parameterVariants(run, valid, parameter)));
  return variants;
}
