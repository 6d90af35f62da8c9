/** The texts of a query parameter: a list, or separated by commas. */
export function listOfTexts(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return value
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "");
  }
  return Array.isArray(value) ? value.flatMap(listOfTexts) : [];
}

/** As `listOfTexts`, for an order: a direction belongs to the name before it, so `name,desc` and `-age` are `name:desc` and `-age`. */
export function listOfSortTexts(value: unknown): readonly string[] {
  const texts: string[] = [];
  for (const text of listOfTexts(value)) {
    const before = /^(?:asc|desc)(?:ending)?$/i.test(text) ? texts.pop() : undefined;
    texts.push(before === undefined ? text : `${before}:${text}`);
  }
  return texts;
}
