/** The codings that were put on a body, in the order in which they were. */
export function contentCodings(header: string): readonly string[] {
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}
