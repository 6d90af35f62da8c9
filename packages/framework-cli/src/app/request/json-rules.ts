import type { JsonRules } from "@onespec/http-requests";

/** What JSON from a client may hold: handlers copy objects key by key. */
export const JSON_RULES: JsonRules = { refusesPrototypes: true };
