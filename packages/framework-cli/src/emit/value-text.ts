import { literal, propertyName } from "./escape.js";

const WIDTH = 100;

/** Source code inside a value, which is emitted unchanged: `DataTypes.UUID`. */
export class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Formats plain objects, lists, JSON scalars and `Expression`s as people write them: on one line if they fit, otherwise
 * one member a line. Leaves out undefined members.
 * @param depth indentation, in steps of two spaces
 * @param used columns already used on the first line
 */
export function valueText(value: unknown, depth = 0, used: number = depth * 2): string {
  const line = lineText(value);
  if (line.length + used <= WIDTH || !isContainer(value)) return line;
  const pad = "  ".repeat(depth + 1);
  const end = "  ".repeat(depth);
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${pad}${valueText(item, depth + 1)},\n`).join("")}${end}]`;
  }
  const members = membersOf(value).map(([key, item]) => {
    const name = `${pad}${propertyName(key)}: `;
    return `${name}${valueText(item, depth + 1, name.length + 1)},\n`;
  });
  return `{\n${members.join("")}${end}}`;
}

/** On one line. */
export function lineText(value: unknown): string {
  if (value instanceof Expression) return value.text;
  if (Array.isArray(value)) return `[${value.map(lineText).join(", ")}]`;
  if (!isContainer(value)) return literal(value);
  const members = membersOf(value).map(([key, item]) => `${propertyName(key)}: ${lineText(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Expression);
}
