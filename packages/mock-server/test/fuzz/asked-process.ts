import { type ChildProcess, fork } from "node:child_process";

export interface AskedProcessOptions {
  /** For messages: "server". */
  readonly what: string;
  readonly flags: readonly string[];
  readonly cwd: string;
}

/** The process of what is attacked, asked in turn by messages; what it says on standard error is kept. */
export class AskedProcess {
  readonly #what: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #errors = "";
  #asked = 0;
  #ended: number | string | undefined;

  /** @param entry the module it runs, which answers by `answerCommands` */
  constructor(entry: string, { what, flags, cwd }: AskedProcessOptions) {
    this.#what = what;
    this.#child = fork(entry, { execArgv: [...flags], cwd, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.#child.on("message", (answer: Record<string, unknown>) => this.#waiting.get(answer.id as number)?.(answer));
    this.#child.stderr?.on("data", (text: Buffer) => {
      if (!/ExperimentalWarning|SecurityWarning|--trace-warnings/.test(text.toString()))
        this.#errors += text.toString();
    });
    this.#child.once("exit", (code, signal) => {
      this.#ended = code ?? signal ?? "?";
      for (const settle of this.#waiting.values())
        settle({ ok: false, message: `it ended with ${this.#ended}: ${this.#errors}` });
    });
  }

  async ask(command: string, rest: object = {}): Promise<Record<string, unknown>> {
    if (this.#ended !== undefined) throw new Error(`The ${this.#what} ended with ${this.#ended}: ${this.#errors}`);
    const id = this.#asked++;
    const answer = await new Promise<Record<string, unknown>>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, command, ...rest });
    });
    this.#waiting.delete(id);
    if (answer.ok !== true) throw new Error(`${command}: ${String(answer.message)}`);
    return answer;
  }

  /** Standard error since the last call. */
  takeErrors(): readonly string[] {
    const said = this.#errors;
    this.#errors = "";
    return said === "" ? [] : [`standard error: ${said}`];
  }

  end(): void {
    this.#child.kill();
  }
}
