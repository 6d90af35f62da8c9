/** The language of an application's files. */
export type SourceLanguage = "javascript" | "typescript";

export function sourceExtension(language: SourceLanguage): ".js" | ".ts" {
  return language === "typescript" ? ".ts" : ".js";
}
