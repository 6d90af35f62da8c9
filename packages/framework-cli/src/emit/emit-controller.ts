import type { Action, ActionInputs, ActionOutput, HttpMethod } from "../action/action.js";
import { literal } from "./escape.js";
import { valueText } from "./value-text.js";

/** A file of `api/controllers` before it is emitted. */
export interface ControllerDraft {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly inputs?: ActionInputs | undefined;
  readonly outputs: Readonly<Record<string, ActionOutput>>;
  readonly security?: Action["security"] | undefined;
  /** The statements of its handler. */
  readonly handler: readonly string[];
}

/** The file of `api/controllers` that declares an action, the same in JavaScript and TypeScript. */
export function emitController({ handler, ...draft }: ControllerDraft): string {
  const members = Object.entries(draft)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${valueText(value, 1, name.length + 5)},`);
  const code = handler.join("\n").replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const imports = HELPERS.filter((name) => name === "defineAction" || new RegExp(`(?<![.\\w])${name}\\(`).test(code));
  const usesServices = /\bservices\b/.test(code);
  const request = /\brequest\b/.test(code) ? "request" : usesServices ? "_request" : "";
  return `import { ${imports.join(", ")} } from ${literal("@onespec/framework-cli")};

export default defineAction({
${members.join("\n")}
  async handler(${request}${usesServices ? ", services" : ""}) {
${handler.map((line) => `    ${line}`).join("\n")}
  },
});
`;
}

/** Functions of the framework that handlers call, in the order of imports. */
const HELPERS = "changesOf defineAction HttpError pageAddress pageHeaders pick recordAddress reply sentQuery".split(
  " ",
);
