import { literal } from "./escape.js";
import type { SourceLanguage } from "./source-language.js";

/** A guard that refuses everybody until its author says who may pass. */
export function emitPolicy(name: string, language: SourceLanguage): string {
  const isTyped = language === "typescript";
  return `import { HttpError${isTyped ? ", type Policy" : ""} } from "@onespec/framework-cli";

// Runs before the actions that config/policies.${isTyped ? "ts" : "js"} or their own \`policies\` name. It lets pass by returning.
${isTyped ? "" : '/** @type {import("@onespec/framework-cli").Policy} */\n'}const policy${isTyped ? ": Policy" : ""} = async (request) => {
  const mayPass = request.state.user !== undefined;
  if (!mayPass) throw new HttpError(403, ${literal(`${name}: you may not do this.`)});
};

export default policy;
`;
}
