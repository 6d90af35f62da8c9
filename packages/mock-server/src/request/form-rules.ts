import type { FormRules } from "@onespec/http-requests";

/** Fields are more than any program sends, and than are read without others having to wait. */
export const FORM_RULES: FormRules = { mostFields: 10_000 };
