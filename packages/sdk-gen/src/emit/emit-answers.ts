import type { Operation } from "@onespec/spec-core";
import { byStatus } from "../plan/media-types.js";
import type { SdkPlan } from "../plan/sdk-plan.js";
import { code, indent } from "./code.js";
import { emitContent } from "./emit-operation.js";
import { importChecks, type SchemaScope } from "./emit-schema.js";
import { propertyName } from "./escape.js";
import { importSchemas } from "./import-models.js";

/** `resources/answers.js`: the schemas of responses, in a separate file since few clients validate responses. */
export function emitAnswers(plan: SdkPlan): string {
  const scope: SchemaScope = { schemas: plan.api.schemas, modelAt: plan.modelAt, used: new Set(), keywords: new Set() };
  const specs = plan.groups.flatMap(({ methods }) => methods.map(({ operation }) => answersOf(operation, scope)));
  return code(
    importChecks(["answerIssues", ...scope.keywords], "../utils"),
    plan.features.language === "ts" && 'import type { Answers } from "../utils/validate.js";',
    importSchemas(scope.used, plan, "../models"),
    "",
    `export const answers${plan.features.language === "ts" ? ": Answers" : ""} = {`,
    indent("specs: {", indent(specs), "},", "check: answerIssues,"),
    "};",
  );
}

function answersOf({ id, responses }: Operation, scope: SchemaScope): string {
  const specs = byStatus(responses).map(
    ({ status, content }) =>
      `${propertyName(status)}: {${content.length === 0 ? "" : ` content: ${emitContent(content, scope)} `}}`,
  );
  return `${propertyName(id)}: { ${specs.join(", ")} },`;
}

export function emitAnswersTypes(): string {
  return code(
    'import type { Answers } from "../utils/index.js";',
    "",
    "/** The schemas of all answers, for the option `answers`. */",
    "export declare const answers: Answers;",
  );
}
