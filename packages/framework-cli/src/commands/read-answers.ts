import { readFile } from "node:fs/promises";
import { MigrationError } from "../errors/migration-error.js";
import type { Answers } from "../migrations/question.js";

/** The file of `--answers`. @throws MigrationError ANSWER_INVALID */
export async function readAnswers(file: string | undefined): Promise<Answers> {
  if (file === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError("ANSWER_INVALID", `${file} cannot be read as answers: ${reason}.`, { hint: FORM, cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Answers;
  throw new MigrationError("ANSWER_INVALID", `${file} holds no JSON object.`, { hint: FORM });
}

const FORM = 'Write the id of each question and its answer: { "column books.heading": "title" }.';
