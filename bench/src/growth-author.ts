/** Author `id` of a large collection: some 300 bytes, a quarter of them from each of four countries. */
export function growthAuthor(id: number): Readonly<Record<string, unknown>> {
  return {
    id,
    name: `Author ${String((id * 7919) % 1_000_003).padStart(7, "0")}`,
    country: ["US", "GB", "DE", "FR"][id % 4],
    bornOn: "1929-10-21",
    website: `https://www.example.com/authors/${id}`,
    biography: "Wrote about a planet of winter, an archipelago of wizards, and anarchists on a moon. ".repeat(2).trim(),
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}
