import type { Operation } from "@onespec/spec-core";
import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { byModule } from "../plan/shared-modules.js";
import { code, indent } from "./code.js";
import { emitContent } from "./emit-operation.js";
import { importKeywords, type SchemaScope } from "./emit-schema.js";
import { propertyName } from "./escape.js";
import { importSchemas } from "./import-models.js";
import { byStatus } from "./media-order.js";

/** `resources/answers/<Resource>.js`: what its operations answer, a constant for each resource of the module. Apart from them, since few clients check answers and all would carry it. */
export function emitAnswers(groups: readonly GroupPlan[], plan: SdkPlan): string {
  const scope: SchemaScope = { schemas: plan.api.schemas, modelAt: plan.modelAt, used: new Set(), keywords: new Set() };
  const constants = groups.map(({ className, methods }) => [
    "",
    `export const ${className}Answers = {`,
    indent(
      "specs: {",
      indent(methods.map(({ operation }) => answersOf(operation, scope))),
      "},",
      "check: answerIssues,",
    ),
    "};",
  ]);
  return code(
    'import { answerIssues } from "../../utils/validate/answer-issues.js";',
    importKeywords(scope, "../../utils"),
    importSchemas(scope.used, "../../models"),
    constants,
  );
}

function answersOf({ id, responses }: Operation, scope: SchemaScope): string {
  const specs = byStatus(responses).map(
    ({ status, content }) =>
      `${propertyName(status)}: {${content.length === 0 ? "" : ` content: ${emitContent(content, scope)} `}}`,
  );
  return `${propertyName(id)}: { ${specs.join(", ")} },`;
}

/** `resources/answers/index.js`: all of them. */
export function emitAnswersIndex({ groups }: SdkPlan): string {
  return code(
    'import { answerIssues } from "../../utils/validate/answer-issues.js";',
    [...byModule(groups)].map(
      ([name, members]) =>
        `import { ${members.map(({ className }) => `${className}Answers`).join(", ")} } from "./${name}.js";`,
    ),
    "",
    `export const answers = { specs: { ${groups.map(({ className }) => `...${className}Answers.specs`).join(", ")} }, check: answerIssues };`,
  );
}

export function emitAnswersIndexTypes(): string {
  return code(
    'import type { Answers } from "../../utils/index.js";',
    "",
    "/** What all operations answer, for the option `answers`. */",
    "export declare const answers: Answers;",
  );
}
