import type { Terminal } from "../src/terminal.js";

/** A terminal that keeps its output. */
export function fakeTerminal(
  changes: Partial<Terminal> = {},
): Terminal & { readonly stdout: string; readonly stderr: string } {
  const text = { out: "", err: "" };
  return {
    out: (part) => {
      text.out += part;
    },
    err: (part) => {
      text.err += part;
    },
    program: "mock-server",
    outColor: false,
    errColor: false,
    debug: false,
    inContainer: false,
    stop: new AbortController().signal,
    elapsed: () => 0,
    ...changes,
    get stdout() {
      return text.out;
    },
    get stderr() {
      return text.err;
    },
  };
}
