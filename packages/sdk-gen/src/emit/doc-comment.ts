import { commentText } from "./escape.js";

/** A JSDoc block of paragraphs; no lines if all are empty. */
export function docComment(...paragraphs: readonly (string | undefined | false)[]): string[] {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    const text = paragraph ? paragraph.trim() : "";
    if (text !== "") lines.push(...wrap(commentText(text)));
  }
  if (lines.length === 0) return [];
  const [only] = lines;
  return lines.length === 1
    ? [`/** ${only} */`]
    : ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

const WIDTH = 110;
const MOST_LINES = 12;

function wrap(text: string): string[] {
  // Most texts are one plain line.
  if (text.length < WIDTH && !/\s\s|[^\S ]/.test(text)) return [text];
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.trim().split(/\s+/)) {
      if (line !== "" && line.length + word.length >= WIDTH) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    if (line !== "" || lines.at(-1) !== "") lines.push(line);
  }
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), "…"] : lines;
}
