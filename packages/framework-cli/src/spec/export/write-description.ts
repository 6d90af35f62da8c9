import { readFile, writeFile } from "node:fs/promises";

/** A description as a file holds it. */
export async function formatDescription(document: unknown, isYaml: boolean): Promise<string> {
  if (!isYaml) return `${JSON.stringify(document, null, 2)}\n`;
  const { dump } = await import("js-yaml");
  return dump(document, { noRefs: true, lineWidth: 120 });
}

/** Writes a changed text. @param isCheck only compares @returns whether the file held it already */
export async function writeDescription(file: string, text: string, isCheck: boolean): Promise<boolean> {
  const now = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (now === text) return true;
  if (!isCheck) await writeFile(file, text);
  return false;
}
