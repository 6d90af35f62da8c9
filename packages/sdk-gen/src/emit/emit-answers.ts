import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code, indent } from "./code.js";
import { emitContent } from "./emit-operation.js";
import { importKeywords, type SchemaScope } from "./emit-schema.js";
import { propertyName } from "./escape.js";
import { importSchemas } from "./import-models.js";
import { byStatus } from "./media-order.js";

/** `resources/answers/<Resource>.js`: what its operations answer. Apart from them, since few clients check answers and all would carry it. */
export function emitAnswers(group: GroupPlan, plan: SdkPlan): string {
  const scope: SchemaScope = { schemas: plan.api.schemas, modelAt: plan.modelAt, used: new Set(), keywords: new Set() };
  const answers = group.methods.map(({ operation: { id, responses } }) => {
    const specs = byStatus(responses).map(
      ({ status, content }) =>
        `${propertyName(status)}: {${content.length === 0 ? "" : ` content: ${emitContent(content, scope)} `}}`,
    );
    return `${propertyName(id)}: { ${specs.join(", ")} },`;
  });
  return code(
    'import { answerIssues } from "../../utils/validate/answer-issues.js";',
    importKeywords(scope, "../../utils"),
    importSchemas(scope.used, "../../models"),
    "",
    `export const ${group.className}Answers = {`,
    indent("specs: {", indent(answers), "},", "check: answerIssues,"),
    "};",
  );
}

/** `resources/answers/index.js`: all of them. */
export function emitAnswersIndex({ groups }: SdkPlan): string {
  return code(
    'import { answerIssues } from "../../utils/validate/answer-issues.js";',
    groups.map(({ className }) => `import { ${className}Answers } from "./${className}.js";`),
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
