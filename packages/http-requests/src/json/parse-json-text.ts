import { inOneGo } from "@onespec/spec-core";
import { checkStructure, isSuspicious, type JsonRules } from "./check-structure.js";
import { locateJson } from "./locate-json.js";
import { syntaxRefusal } from "./syntax-refusal.js";

/** The value of a JSON text. What is long is better read by `parseLargeJson`. @throws JsonRefusal */
export function parseJsonText(text: string, rules: JsonRules = {}): unknown {
  if (isSuspicious(text, rules)) inOneGo(checkStructure(text, rules));
  try {
    return JSON.parse(text);
  } catch {
    throw inOneGo(syntaxRefusal(text, locateJson(text).errorAt ?? text.length));
  }
}
