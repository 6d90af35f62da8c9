import { sorted } from "./emit-schema.js";
import { isIdentifier, literal } from "./escape.js";

/** Columns after which an object or a list takes a line for each member. */
const WIDTH = 100;

/** A JSON value as people write it in JavaScript. @param depth levels of indentation around it */
export function valueText(value: unknown, depth = 0): string {
  const line = onOneLine(value);
  if (line.length <= WIDTH || typeof value !== "object" || value === null) return line;
  const inner = "  ".repeat(depth + 1);
  const members = Array.isArray(value)
    ? value.map((item) => valueText(item, depth + 1))
    : sorted(value as Record<string, unknown>).map(([name, member]) => `${key(name)}: ${valueText(member, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${"  ".repeat(depth)}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return text(value);
  const fields = sorted(value as Record<string, unknown>).map(([name, member]) => `${key(name)}: ${onOneLine(member)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** `["__proto__"]`: as a plain name it would set the prototype. */
function key(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier(name) ? name : text(name);
}

/** Examples are shown in pages: no `<` of the description stays one. */
function text(value: unknown): string {
  return literal(value).replaceAll("<", "\\u003c");
}
