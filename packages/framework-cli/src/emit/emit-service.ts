import { commentText, literal } from "./escape.js";
import type { SourceLanguage } from "./source-language.js";

/** A service over one model: create, list, get, update, replace, delete, and whatever is added to them. */
export function emitResourceService(model: string, language: SourceLanguage): string {
  const typed = (text: string): string => (language === "typescript" ? text : "");
  return `import { createResourceService${typed(", type ServiceContext")} } from "@onespec/framework-cli";

/** What can be done with records of ${commentText(model)}: business logic, without HTTP and SQL. */
export default (context${typed(": ServiceContext")}) => ({
  ...createResourceService(context, ${literal(model)}),
});
`;
}

/** A service that is not made from a model. */
export function emitService(name: string, language: SourceLanguage): string {
  const typed = (text: string): string => (language === "typescript" ? text : "");
  return `${typed('import type { ServiceContext } from "@onespec/framework-cli";\n\n')}/** Business logic, without HTTP and SQL; it is given repository(model), transaction(work) and services as well. */
export default ({ log }${typed(": ServiceContext")}) => ({
  async run(input${typed(": unknown")}) {
    log.info({ input }, ${literal(`${name}.run`)});
    return input;
  },
});
`;
}
