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

/** As `listOfTexts`, for an order: a direction behind a comma belongs to the name before it, `name,desc` is `name:desc`. */
export function listOfSortTexts(value: unknown): readonly string[] {
  const texts: string[] = [];
  for (const text of listOfTexts(value)) {
    const before = /^(?:asc|desc)(?:ending)?$/i.test(text) ? texts.pop() : undefined;
    texts.push(before === undefined ? text : `${before}:${text}`);
  }
  return texts;
}
