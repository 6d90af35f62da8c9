import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatProblem, plainText, type Terminal } from "@onespec/command-line";
import type { ApiDescription } from "@onespec/spec-core";
import { OptionsError } from "../errors/options-error.js";
import { DOCUMENTS } from "../seed/given/plan-seeds.js";
import { readHar } from "../seed/recorded/read-har.js";
import { Recorder } from "../seed/recorded/recorder.js";
import { countText } from "./reports.js";

/** @throws OptionsError if there is nothing to record, or the folder has files: recording overwrites nothing */
export async function checkRecording(folder: string, source: string | undefined): Promise<void> {
  if (source === undefined) {
    const message = "--record needs --upstream or --from-har.";
    const hint = "Add --upstream http://localhost:8080, or --from-har traffic.har.";
    throw new OptionsError("UPSTREAM_MISSING", message, { hint });
  }
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const hint = "Name a new folder, or empty this one.";
  throw new OptionsError("RECORD_FOLDER_TAKEN", `--record ${folder}: the folder is not empty.`, { hint });
}

/** Turns an HTTP archive (HAR) into seeds. Starts no server. */
export async function recordHar(
  api: ApiDescription,
  file: string,
  folder: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (folder === undefined) {
    const hint = "Add --record recorded.";
    throw new OptionsError("RECORD_FOLDER_MISSING", "--from-har needs --record.", { hint });
  }
  await checkRecording(folder, file);
  const recorder = new Recorder(api);
  for (const exchange of await readHar(file, api)) recorder.add(exchange);
  await writeRecording(recorder, folder, terminal);
}

/** Writes a file for each resource. Reports which values were masked and which records were skipped. */
export async function writeRecording(recorder: Recorder, folder: string, terminal: Terminal): Promise<void> {
  const { seeds, documents, leftOut, filled, masked } = recorder.finish();
  await mkdir(folder, { recursive: true });
  const counts: string[] = [];
  for (const [name, records] of Object.entries(seeds)) {
    if (records.length === 0) continue;
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(records, undefined, 2)}\n`);
    counts.push(`${countText(records.length, "record")} of ${name}`);
  }
  const singletons = Object.keys(documents).length;
  const isTaken = singletons > 0 && Object.hasOwn(seeds, DOCUMENTS);
  if (singletons > 0 && !isTaken) {
    await writeFile(join(folder, `${DOCUMENTS}.json`), `${JSON.stringify(documents, undefined, 2)}\n`);
    counts.push(countText(singletons, "singleton"));
  }
  const untold = isTaken ? [`the singletons, since a resource is called ${DOCUMENTS}, as their file would be`] : [];
  for (const message of [...leftOut, ...untold])
    terminal.err(formatProblem("warning", { message: `Skipped: ${message}` }, terminal.errColor));
  for (const [place, count] of filled) {
    const message = `Filled in: ${place} in ${countText(count, "record")}, whose answers lack this required property`;
    terminal.err(formatProblem("warning", { message }, terminal.errColor));
  }
  if (masked.length > 0) terminal.out(`Masked: ${plainText(masked.join(", "))}.\n`);
  terminal.out(
    counts.length === 0
      ? "Nothing was recorded.\n"
      : `Recorded ${counts.join(", ")} in ${folder}. Serve them with --seeds ${folder}.\n`,
  );
}
