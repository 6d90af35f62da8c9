import { plainText } from "@onespec/command-line";
import { createColors } from "picocolors";

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

/** Fields that every line has, or that are said in other words. */
const QUIET = new Set(["level", "time", "msg", "method", "path", "status", "ms", "err", "reqId", "place"]);

/**
 * Lines of the log as people read them in a terminal: `12:30:05 GET /books 200 1.2 ms`. The same error again and again is shown once,
 * with its count.
 */
export function createPrettyLog(color: boolean): (line: string) => string {
  let last = "";
  let count = 0;
  return (line) =>
    prettyLine(line, color, (stack) => {
      count = stack === last ? count + 1 : 1;
      last = stack;
      return count === 1 ? stack : `    The same error, ${count} times now.`;
    });
}

function prettyLine(line: string, color: boolean, shown: (stack: string) => string): string {
  let parsed: LogLine;
  try {
    parsed = JSON.parse(line);
  } catch {
    return line;
  }
  const colors = createColors(color);
  const time = new Date(parsed.time).toTimeString().slice(0, 8);
  const { method, path, status, ms, err, msg = "" } = parsed;
  const text =
    status !== undefined && method !== undefined
      ? `${method} ${plainText(path ?? "")} ${statusColor(colors, status)(String(status))} ${colors.dim(`${ms} ms`)}`
      : `${levelText(colors, parsed.level)}${plainText(msg)}`;
  const fields = Object.entries(parsed).filter(([name]) => !QUIET.has(name));
  const rest = fields.map(([name, value]) => ` ${colors.dim(`${name}=`)}${plainText(fieldText(value))}`).join("");
  const stack = err === undefined ? "" : `\n${colors.dim(shown(ownStack(err.stack ?? `${err.type}: ${err.message}`)))}`;
  return `${colors.dim(time)} ${text}${rest}${stack}\n`;
}

/** Drops the lines of Node, of packages and of ours. Text from a message can neither look like a log line nor move the cursor. */
function ownStack(stack: string): string {
  const [first = "", ...others] = stack
    .split("\n")
    .filter((line) => !/^\s+at .*(?:node_modules|node:|framework-cli\/dist)/.test(line))
    .map(plainText);
  return [first, ...others.map((line) => `    ${line}`)].join("\n");
}

function fieldText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Colors = ReturnType<typeof createColors>;

function statusColor(colors: Colors, status: number): (text: string) => string {
  if (status >= 500) return colors.red;
  if (status >= 400) return colors.yellow;
  return colors.green;
}

function levelText(colors: Colors, level: number): string {
  if (level >= 50) return `${colors.red("error")} `;
  if (level >= 40) return `${colors.yellow("warn")} `;
  return level >= 30 ? "" : `${colors.dim("debug")} `;
}
