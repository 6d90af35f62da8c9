import { callParameters } from "../plan/call-parameters.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import { bodyProperties } from "../plan/searched-resource.js";
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
    ...parameterTable(method, plan),
  ];
}

/** Query and header parameters; the example shows the path parameters. */
function parameterTable({ record, operation }: MethodPlan, { api }: SdkPlan): string[] {
  const row = (name: string, where: string, isRequired: boolean, description = ""): string =>
    `| ${codeSpan(name.replaceAll("|", "'"))} | ${where}${isRequired ? ", required" : ""} | ${markdownText(description)} |`;
  const isSearch = record === "find" && operation.method === "post";
  const rows = [
    ...callParameters(operation)
      .filter(({ parameter }) => parameter.in !== "path")
      .map(({ parameter, name }) => row(name, parameter.in, parameter.required, parameter.description)),
    ...(isSearch ? [...bodyProperties(api, operation).values()] : []).map(({ name, required, schema }) =>
      row(name, "body", required, typeof schema === "object" ? schema.description : undefined),
    ),
  ];
  if (rows.length === 0) return [];
  const how =
    record === "find"
      ? "Set them with `.params({ … })`. Queries set them automatically where possible."
      : record === undefined
        ? undefined
        : "Set them with `{ params: { … } }` as the last argument.";
  return [...(how === undefined ? [] : [how, ""]), "| parameter | in | |", "| --- | --- | --- |", ...rows, ""];
}
