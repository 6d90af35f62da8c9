import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TSC = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/** The compiler's errors in the declarations below a folder, under `strict` and four stricter flags. */
export async function typeErrors(folder: string, tsc: string = TSC): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    noPropertyAccessFromIndexSignature: true,
    jsx: "react-jsx",
    types: [],
  };
  const config = join(folder, "tsconfig.json");
  await writeFile(config, JSON.stringify({ compilerOptions, include: ["**/*.ts", "**/*.tsx", "**/*.cts"] }));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, "-p", config, "--pretty", "false"],
      { cwd: folder, maxBuffer: 1e8 },
      (_error, stdout, stderr) => {
        resolve(`${stdout}${stderr}`.split("\n").filter((line) => line.includes("error")));
      },
    );
  });
}
