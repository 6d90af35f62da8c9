import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the reference of error codes is what the sources say", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const checked = promisify(execFile)(process.execPath, [".ci/error-reference.mjs", "--check"], { cwd: root });
  await expect(checked).resolves.toMatchObject({ stderr: "" });
});
