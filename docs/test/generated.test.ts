import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const cwd = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  ["docs/errors.md", "error-reference"],
  ["docs/reference", "option-reference"],
  ["repository, homepage and bugs of every package.json", "package-fields"],
])("%s is up to date", async (_, script) => {
  const checked = promisify(execFile)(process.execPath, [`.ci/${script}.mjs`, "--check"], { cwd });
  await expect(checked).resolves.toMatchObject({ stderr: "" });
});
