import type { Operation, OperationResponse } from "@onespec/spec-core";
import { byStatus } from "../plan/media-types.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { responseText } from "./body-type.js";
import { indent } from "./code.js";
import { bareType, typeScope } from "./emit-type.js";
import { importTypes } from "./import-models.js";

/** The statuses that have an error class. 500 is used for all server errors. */
const STATUSES = [400, 401, 403, 404, 409, 412, 422, 429, 500] as const;

/** Largest number of alternatives that a reader can distinguish. */
const MOST = 20;

/** Declares the bodies of errors, which the runtime's error classes then have. */
export function emitErrorBodies(plan: SdkPlan): { readonly imports: string[]; readonly lines: string[] } {
  const used = new Set<ModelPlan>();
  const scope = typeScope(plan, "response", used);
  const known = new Map<OperationResponse, string>();
  const textOf = (response: OperationResponse): string => {
    const text = known.get(response) ?? bareType(responseText(response, plan, scope));
    known.set(response, text);
    return text;
  };
  const lines = STATUSES.flatMap((status) => {
    const answers = plan.api.operations.flatMap((operation) => errorsOf(operation, status));
    const texts = [...new Set(answers.filter(({ content }) => content.length > 0).map(textOf))].sort();
    return texts.length === 0 || texts.length > MOST || texts.includes("unknown")
      ? []
      : [`${status}: ${texts.join(" | ")};`];
  });
  if (lines.length === 0) return { imports: [], lines: [] };
  // The declarations of a client in JavaScript are one file.
  const file = plan.features.language === "ts" ? "errors" : "index";
  return {
    imports: importTypes(lines.join("\n"), used, plan, "./models"),
    lines: [
      `declare module "./utils/${file}.js" {`,
      ...indent("interface ErrorBodies {", ...indent(...lines), "}"),
      "}",
      "",
    ],
  };
}

function errorsOf({ responses }: Operation, status: number): readonly OperationResponse[] {
  const own = byStatus(responses).filter((response) =>
    status === 500 ? /^5/.test(response.status) : response.status === String(status),
  );
  if (own.length > 0) return own;
  const ofKind = responses.filter((response) => response.status.toUpperCase() === `${String(status)[0]}XX`);
  return ofKind.length > 0 ? ofKind : responses.filter((response) => response.status === "default");
}
