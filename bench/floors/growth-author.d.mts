export function growthAuthor(id: number): Readonly<Record<string, unknown>>;
