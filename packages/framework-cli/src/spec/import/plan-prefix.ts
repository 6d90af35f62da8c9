import type { ApiDescription } from "@onespec/spec-core";
import type { FileChange } from "../../change/file-change.js";
import { readPresent } from "../../change/read-present.js";
import { literal } from "../../emit/escape.js";
import { type SourceLanguage, sourceExtension } from "../../emit/source-language.js";

/** As the template of an application has it. */
const NO_PREFIX = /(?<=^\s*prefix: )""(?=,?$)/m;

/** Clients of the description know its first server's path: the application answers below it, unless its configuration says otherwise already. */
export function planPrefix(
  appFolder: string,
  language: SourceLanguage,
  { servers }: ApiDescription,
): readonly FileChange[] {
  const prefix = basePath(servers[0]?.url ?? "");
  const path = `config/routes${sourceExtension(language)}`;
  const text = readPresent(appFolder, [path]).get(path);
  if (prefix === "" || text === undefined || !NO_PREFIX.test(text)) return [];
  return [{ kind: "update", path, content: text.replace(NO_PREFIX, () => literal(prefix)) }];
}

/** `https://api.example.com/v1/` as `/v1`; nothing when it cannot be known. */
function basePath(url: string): string {
  try {
    const path = new URL(url, "http://localhost").pathname.replace(/(?<!\/)\/+$/, "");
    return /[{}]|%7B/i.test(path) ? "" : path;
  } catch {
    return "";
  }
}
