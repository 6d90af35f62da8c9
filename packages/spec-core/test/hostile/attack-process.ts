import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Tool } from "./run-tool.js";

export interface Attacked {
  /** `works`, or the code of the error that was reported; anything else is a fault. */
  readonly outcome: string;
  /** Of processor time. */
  readonly seconds: number;
  /** Held at most by the process so far. */
  readonly megabytes: number;
}

const WORKER = fileURLToPath(new URL("attack-worker.mjs", import.meta.url));

/** A tool in a process that takes one description after the other; a new process after one that it did not survive. */
export class AttackProcess {
  readonly #tool: Tool;
  readonly #place: string;
  readonly #limits: { readonly megabytes: number; readonly patience: number };
  #child: ChildProcess | undefined;
  #answers: AsyncIterator<string> | undefined;
  #errors = "";

  /** @param limits megabytes of JavaScript objects; milliseconds of patience with one description */
  constructor(tool: Tool, folder: string, limits: { readonly megabytes: number; readonly patience: number }) {
    this.#tool = tool;
    this.#place = join(folder, tool);
    this.#limits = limits;
  }

  async attack(file: string): Promise<Attacked> {
    await this.#start();
    this.#child?.stdin?.write(`${file}\n`);
    const answer = await this.#next();
    if (answer !== undefined) return JSON.parse(answer) as Attacked;
    this.#child = undefined;
    const outcome = /heap out of memory/.test(this.#errors)
      ? "out of memory"
      : `did not end in time or crashed: ${this.#errors.slice(0, 300)}`;
    return { outcome, seconds: Number.NaN, megabytes: Number.NaN };
  }

  end(): void {
    this.#child?.kill("SIGKILL");
  }

  async #start(): Promise<void> {
    if (this.#child !== undefined) return;
    await mkdir(this.#place, { recursive: true });
    this.#errors = "";
    const args = [`--max-old-space-size=${this.#limits.megabytes}`, WORKER, this.#tool, this.#place];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(0, 10_000);
    });
    child.stdin.on("error", () => {});
    this.#child = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await this.#next();
  }

  /** The next line; `undefined` when the process ended, or was ended as it took too long. */
  async #next(): Promise<string | undefined> {
    const child = this.#child;
    const timer = setTimeout(() => child?.kill("SIGKILL"), this.#limits.patience);
    try {
      for (;;) {
        const line = await this.#answers?.next();
        if (line === undefined || line.done) return undefined;
        // A tool may print as well.
        if (line.value.startsWith("{")) return line.value;
      }
    } finally {
      clearTimeout(timer);
    }
  }
}
