import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { crud } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const BIN = fileURLToPath(new URL("../bin/mock-server.js", import.meta.url));
const NOTE = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const API = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: crud("/notes", NOTE) });

/** Runs the command twice, one after the other, on a small file system that nobody else sees and that ends with it. */
const TWICE_ON_A_SMALL_DISK = `mount -t tmpfs -o size=192k tmpfs "$1" || exit 9
for turn in 1 2; do
  "$2" "$3" api.json --host 127.0.0.1 --port 0 --data-dir "$1" &
  echo "Process $!"
  wait $!
done`;

/** Of util-linux; where it is missing the test says so. */
const UNSHARE = "unshare";
const cannotMount = ((): string | undefined => {
  const { status, stderr, error } = spawnSync(UNSHARE, ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], {
    encoding: "utf8",
  });
  return status === 0 ? undefined : `no file system can be mounted here: ${error?.message ?? stderr.trim()}`;
})();

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Root may write everywhere, so another user runs the command. */
const cannotBeRefused = ((): string | undefined => {
  if (process.platform === "win32") return "Windows has no read-only directories";
  const { status } = spawnSync(process.execPath, [BIN, "--version"], { ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
  return status === 0 ? undefined : "another user cannot read this checkout";
})();

/** The next match in what a process prints. */
async function printed(child: ChildProcess, output: { text: string }, expression: RegExp): Promise<string> {
  for (;;) {
    const [whole, found] = expression.exec(output.text) ?? [];
    if (whole !== undefined && found !== undefined) {
      output.text = output.text.slice(output.text.indexOf(whole) + whole.length);
      return found;
    }
    if (child.exitCode !== null) throw new Error(`It ended: ${output.text}`);
    await Promise.race([once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data"), once(child, "exit")]);
  }
}

test.skipIf(cannotMount)(
  `on a disk that is full a write is 507 and the state as it was; what was acknowledged is there after a restart${cannotMount ? ` (${cannotMount})` : ""}`,
  { timeout: 60_000 },
  async () => {
    const folder = await makeFolder({ "api.json": API });
    const data = join(folder, "data");
    await mkdir(data);
    const args = ["-rm", "sh", "-c", TWICE_ON_A_SMALL_DISK, "sh", data, process.execPath, BIN];
    const child = spawn(UNSHARE, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const output = { text: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.text += text;
    });
    child.stderr.resume();
    const next = async (): Promise<{ pid: number; url: string }> => ({
      pid: Number(await printed(child, output, /Process (\d+)/)),
      url: await printed(child, output, /Address +(http:\S+)/),
    });
    const first = await next();
    onTestFinished(() => void child.kill("SIGKILL"));
    const post = (): Promise<Response> =>
      fetch(`${first.url}/notes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: "x".repeat(2000) }),
      });
    const acknowledged: unknown[] = [];
    let refused: Response | undefined;
    while (!refused && acknowledged.length < 1000) {
      const reply = await post();
      if (reply.status === 201) acknowledged.push(await reply.json());
      else refused = reply;
    }
    expect(refused?.status).toBe(507);
    expect(await refused?.json()).toMatchObject({ error: expect.any(String), details: expect.any(Array) });
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(await (await fetch(`${first.url}/notes`)).json()).toEqual(acknowledged);
    process.kill(first.pid, "SIGKILL");
    const second = await next();
    expect(await (await fetch(`${second.url}/notes`)).json()).toEqual(acknowledged);
    process.kill(second.pid, "SIGKILL");
    await once(child, "exit");
  },
);

test.skipIf(cannotBeRefused)(
  `a directory that cannot be written ends the start, says so and names it${cannotBeRefused ? ` (${cannotBeRefused})` : ""}`,
  async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, "api.json"), API);
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data", "notes.json"), '[\n{"id":1,"text":"kept"}\n]\n');
    await chmod(join(folder, "data"), 0o555);
    await chmod(folder, 0o755);
    onTestFinished(() => chmod(join(folder, "data"), 0o755));
    const child = spawn(process.execPath, [BIN, "api.json", "--port", "0", "--data-dir", "data"], {
      cwd: folder,
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const [exitCode] = await once(child, "close");
    expect(exitCode).not.toBe(0);
    expect(errors).toContain("STORE_UNWRITABLE");
    expect(errors).toContain(join("data", ""));
    expect(errors).not.toMatch(/\n +at /);
  },
);
