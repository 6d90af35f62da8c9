import type { Operation } from "@onespec/spec-core";

/** Can a record be taken out of what the operation answers? What is no JSON, XML for one, is handed out whole, as text. */
export function hasMembers({ responses }: Operation): boolean {
  const success = responses.filter(({ status }) => /^2/.test(status));
  const answers = success.length > 0 ? success : responses.filter(({ status }) => status === "default");
  const content = answers.flatMap((answer) => answer.content);
  return content.length === 0 || content.some(({ type }) => isData(type));
}

/** Is a body of this type read as data? */
export function isData(type: string): boolean {
  return /[/+]json|\*\/\*/.test(type);
}
