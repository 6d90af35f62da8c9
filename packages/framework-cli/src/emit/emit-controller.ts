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
  readonly handler: Handler;
}

/** How an action comes to its answer. */
export interface Handler {
  /** Imports from the framework beside `defineAction`. */
  readonly imports: readonly string[];
  /** Which of its two arguments it uses. */
  readonly uses: "nothing" | "request" | "services" | "both";
  /** Statements. */
  readonly lines: readonly string[];
}

/** The file of `api/controllers` that declares an action, the same in JavaScript and TypeScript. */
export function emitController({ handler, ...draft }: ControllerDraft): string {
  const members = Object.entries(draft)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${valueText(value, 1, name.length + 5)},`);
  const imports = [...new Set(["defineAction", ...handler.imports])].sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  return `import { ${imports.join(", ")} } from ${literal("@onespec/framework-cli")};

export default defineAction({
${members.join("\n")}
  async handler(${ARGUMENTS[handler.uses]}) {
${handler.lines.map((line) => `    ${line}`).join("\n")}
  },
});
`;
}

const ARGUMENTS: Readonly<Record<Handler["uses"], string>> = {
  nothing: "",
  request: "request",
  services: "_request, services",
  both: "request, services",
};
