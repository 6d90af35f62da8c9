import type { FormRules } from "@onespec/http-requests";

/**
 * What clients may send beside what an action declares. Handlers copy objects key by key, so no name may be a prototype's. Each field
 * of a form costs more than its bytes: a megabyte of them could hold the server for seconds.
 */
export const WIRE_RULES: FormRules = {
  json: { refusesPrototypes: true },
  nest: { refusesPrototypes: true, numbersAreLists: true },
  mostFields: 5_000,
};
