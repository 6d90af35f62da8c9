import { readFile } from "node:fs/promises";
import { plainText } from "@onespec/command-line";
import { isObject } from "@onespec/spec-core";
import { reasonOf } from "../errors/message-of.js";
import { MigrationError } from "../errors/migration-error.js";
import type { Answers, Question } from "../migrations/tables/question.js";

/** The file of `--answers`. @throws MigrationError ANSWER_INVALID */
export async function readAnswers(file: string | undefined): Promise<Answers> {
  if (file === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new MigrationError("ANSWER_INVALID", `${file} cannot be read as answers: ${reasonOf(cause)}.`, {
      hint: FORM,
      cause,
    });
  }
  if (isObject(value)) return value as Answers;
  throw new MigrationError("ANSWER_INVALID", `${file} holds no JSON object.`, { hint: FORM });
}

const FORM =
  '--answers takes the path of a JSON file. Write the id of each question and its answer: { "column books.heading": "title" }.';

/** Prints open questions, and an answers file for them that includes the answers given so far. */
export function formatQuestions(questions: readonly Question[], given: Answers): string {
  const asked = questions.map(({ text, choices }) =>
    plainText(`${text}${choices === undefined ? "" : ` (${choices.join(", ")})`}`),
  );
  const answers = Object.fromEntries(questions.map(({ id, choices, example }) => [id, choices?.[0] ?? example ?? ""]));
  return [
    `${questions.length === 1 ? "One question" : `${questions.length} questions`} to answer first; nothing was written:`,
    ...asked.map((text) => `  ${text}`),
    "Write the answers to a file and run the command again with --answers <file>:",
    JSON.stringify({ ...given, ...answers }, null, 2),
    "",
  ].join("\n");
}
