import { commentText, literal } from "./escape.js";
import type { SourceLanguage } from "./source-language.js";

/** A service on one model: create, list, get, update, replace, delete. The user can add methods. */
export function emitResourceService(model: string, language: SourceLanguage): string {
  const typed = (text: string): string => (language === "typescript" ? text : "");
  return `import { createResourceService${typed(", type ServiceContext")} } from "@onespec/framework-cli";

/** Business logic of ${commentText(model)}: no HTTP, no SQL. */
export default (context${typed(": ServiceContext")}) => ({
  ...createResourceService(context, ${literal(model)}),
});
`;
}

/** A service without a model. */
export function emitService(name: string, language: SourceLanguage): string {
  const typed = (text: string): string => (language === "typescript" ? text : "");
  return `${typed('import type { ServiceContext } from "@onespec/framework-cli";\n\n')}/** Business logic: no HTTP, no SQL. It also receives repository(model), transaction(work) and services. */
export default ({ log }${typed(": ServiceContext")}) => ({
  async run(input${typed(": unknown")}) {
    log.info({ input }, ${literal(`${name}.run`)});
    return input;
  },
});
`;
}
