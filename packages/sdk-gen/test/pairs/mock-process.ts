import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command of the mock server. Packages do not import each other: it runs as a process, as users run it. */
const BIN = fileURLToPath(new URL("../../../mock-server/bin/mock-server.js", import.meta.url));
const START_MS = 60_000;

export interface MockProcess {
  /** `http://127.0.0.1:54321`. */
  readonly url: string;
  end(): Promise<void>;
}

/** A mock server of the description on a free port, with three records in each resource. */
export async function startMock(description: string, ...flags: readonly string[]): Promise<MockProcess> {
  const settings = ["--memory", "--seed", "3", "--port", "0", "--host", "127.0.0.1", ...flags];
  const child = spawn(process.execPath, [BIN, description, ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
    const look = (text: Buffer): void => {
      output += text.toString();
      const found = /^Address +(http:\S+)/m.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    void ended.then(() => reject(new Error(`mock-server ended before it served: ${output}`)));
  });
  return {
    url,
    end: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
