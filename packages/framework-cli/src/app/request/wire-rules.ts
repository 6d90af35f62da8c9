import type { JsonRules, NestRules } from "@onespec/http-requests";

/** What JSON from a client may hold: handlers copy objects key by key. */
export const JSON_RULES: JsonRules = { refusesPrototypes: true };

/** What names with brackets mean, and may not say. */
export const NEST_RULES: NestRules = { refusesPrototypes: true, numbersAreLists: true };
