/**
 * Writes the `Link` header of a list, with the absolute URL of each related page. `undefined` if there is none. @see
 * RFC 8288
 */
export function linkHeader(pages: Readonly<Record<string, string | undefined>>): string | undefined {
  const parts = Object.entries(pages).flatMap(([relation, url]) =>
    url === undefined ? [] : [`<${url}>; rel="${relation}"`],
  );
  return parts.length === 0 ? undefined : parts.join(", ");
}
