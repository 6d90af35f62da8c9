import type { Operation } from "@onespec/spec-core";

/** A documented status by which a preference of the standard's own is followed. */
export interface StandardPreference {
  readonly code: number;
  /** The preference, as `Preference-Applied` repeats it. */
  readonly applied: string;
}

/**
 * `respond-async`, `return=minimal` and `return=representation` of a write, where the description documents an answer of
 * that kind. @see RFC 7240, sections 4.1 and 4.2
 */
export function standardPreference(
  { method, responses }: Operation,
  given: ReadonlyMap<string, string>,
): StandardPreference | undefined {
  if (method === "get" || method === "head") return undefined;
  const statusWith = (statuses: readonly string[], hasBody: boolean): number | undefined => {
    const response = responses.find(
      ({ status, content }) => statuses.includes(status) && (!hasBody || content.length > 0),
    );
    return response && Number(response.status);
  };
  const later = given.has("respond-async") ? statusWith(["202"], false) : undefined;
  if (later) return { code: later, applied: "respond-async" };
  const wanted = given.get("return");
  const code =
    wanted === "minimal"
      ? statusWith(["204"], false)
      : wanted === "representation"
        ? statusWith(["200", "201"], true)
        : undefined;
  return code ? { code, applied: `return=${wanted}` } : undefined;
}
