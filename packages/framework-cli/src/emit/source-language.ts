/** What an application is written in. */
export type SourceLanguage = "javascript" | "typescript";

export function sourceExtension(language: SourceLanguage): ".js" | ".ts" {
  return language === "typescript" ? ".ts" : ".js";
}
