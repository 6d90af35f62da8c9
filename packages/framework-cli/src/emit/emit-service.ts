import { commentText, literal } from "./escape.js";
import type { SourceLanguage } from "./source-language.js";

/** A service over one model: create, list, get, update, replace, delete, and whatever is added to them. */
export function emitResourceService(model: string, language: SourceLanguage): string {
  const [types, context] = contextOf(language, "context");
  return `import { createResourceService${types} } from "@onespec/framework-cli";

/** What can be done with records of ${commentText(model)}: business logic, without HTTP and SQL. */
export default (${context}) => ({
  ...createResourceService(context, ${literal(model)}),
});
`;
}

/** A service that is not made from a model. */
export function emitService(name: string, language: SourceLanguage): string {
  const [types, context] = contextOf(language, "{ log }");
  const imports = types === "" ? "" : `import${types.replace(", ", " { ")} } from "@onespec/framework-cli";\n\n`;
  return `${imports}/** Business logic, without HTTP and SQL. Handlers find it as services.${commentText(name)}; \`context\` also has repository(model) and transaction(work). */
export default (${context}) => ({
  async run(input${language === "typescript" ? ": unknown" : ""}) {
    log.info({ input }, ${literal(`${name}.run`)});
    return input;
  },
});
`;
}

function contextOf(language: SourceLanguage, name: string): [types: string, parameter: string] {
  return language === "typescript" ? [", type ServiceContext", `${name}: ServiceContext`] : ["", name];
}
