import { callParameters } from "../plan/call-parameters.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code } from "./code.js";
import { codeSpan, markdownText, pathText } from "./escape.js";
import { sampleCall } from "./sample-call.js";

/** `docs/<Resource>.md`: every method with an example and its parameters. */
export function emitResourcePage(group: GroupPlan, plan: SdkPlan): string {
  return code(
    `# ${group.className}`,
    "",
    group.description !== undefined && [markdownText(group.description), ""],
    group.relations.length > 0 && [
      `\`populate\` knows ${group.relations.map(({ name }) => `\`${name}\``).join(", ")}.`,
      "",
    ],
    group.methods.flatMap((method) => methodSection(group, method, plan)),
  );
}

function methodSection(group: GroupPlan, method: MethodPlan, plan: SdkPlan): string[] {
  const { operation } = method;
  const text = operation.summary ?? operation.description;
  return [
    `## ${method.name}`,
    "",
    `\`${operation.method.toUpperCase()} ${pathText(operation.path)}\`${operation.deprecated ? " (deprecated)" : ""}`,
    "",
    ...(text === undefined || text.trim() === "" ? [] : [markdownText(text), ""]),
    "```js",
    `await ${sampleCall(plan.api, group, method)};`,
    "```",
    "",
    ...(method.reply.length > 0
      ? [`Gives ${codeSpan(method.reply.join("."))} of the answer; all of it with \`{ unwrap: false }\`.`, ""]
      : []),
    ...parameterTable(method),
  ];
}

/** Query and header parameters; the example shows the path parameters. */
function parameterTable({ record, operation }: MethodPlan): string[] {
  const rows = callParameters(operation)
    .filter(({ parameter }) => parameter.in !== "path")
    .map(
      ({ parameter, name }) =>
        `| ${codeSpan(name.replaceAll("|", "'"))} | ${parameter.in}${parameter.required ? ", required" : ""} | ${markdownText(parameter.description ?? "")} |`,
    );
  if (rows.length === 0) return [];
  const how =
    record === "find"
      ? "Given with `.params({ … })`; queries use them by themselves where they can."
      : record === undefined
        ? undefined
        : "Given as `{ params: { … } }`, the last argument.";
  return [...(how === undefined ? [] : [how, ""]), "| parameter | in | |", "| --- | --- | --- |", ...rows, ""];
}
