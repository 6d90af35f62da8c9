import type { ClientOptions } from "../client-options.js";
import { ClientError, type RequestFacts, ValidationError } from "../errors.js";
import type { AnswerSpec, AnswerSpecs, MediaSpec, OperationSpec } from "../operation-spec.js";
import { issuesOf } from "./compile.js";
import type { Issue } from "./issue.js";

/** The schemas of answers and the function that checks them. Clients that do not validate answers do not load them. */
export interface Answers {
  readonly specs: AnswerSpecs;
  /** @throws ValidationError with `validateResponses: "strict"` */
  readonly check: (
    answers: AnswerSpecs,
    options: ClientOptions,
    operation: OperationSpec,
    response: Response,
    data: unknown,
    facts: RequestFacts,
  ) => void;
}

export const answerIssues: Answers["check"] = (answers, options, operation, response, data, facts) => {
  const issues = issuesOfAnswer(answers, operation, response, data);
  if (issues.length === 0) return;
  if (options.validateResponses === "strict") throw new ValidationError(issues, operation.id);
  options.onDrift?.({ ...facts, status: response.status, issues });
};

/** The differences between an answer and the description. */
function issuesOfAnswer(
  answers: AnswerSpecs,
  { id }: OperationSpec,
  { status, headers }: Response,
  data: unknown,
): Issue[] {
  const spec = Object.hasOwn(answers, id) ? documented(answers[id] ?? {}, status) : undefined;
  if (!spec) return [issue("status", `${status} is not documented`)];
  const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const media = mediaFor(spec.content ?? {}, type);
  if (spec.content && !media && data !== undefined)
    return [issue("contentType", `${type || "nothing"} is not documented`, "content-type")];
  // Schemas do not apply to binary data.
  if (media?.schema === undefined || data instanceof Blob) return [];
  const issues = issuesOf(media.schema, "response", data).filter((found) => !isExactInteger(found));
  return issues.map((found) => ({ ...found, in: "response" }));
}

/** True for integers that the client reads as text, because a double cannot hold them. */
function isExactInteger({ keyword, expected, received = "" }: Issue): boolean {
  return (
    keyword === "type" &&
    /^"-?\d{16,}(\.{3})?"$/.test(received) &&
    [expected].flat().some((type) => /^(integer|number)$/.test(String(type)))
  );
}

/** The most specific documented media range that matches the type. @see RFC 9110, section 12.5.1 */
function mediaFor(content: NonNullable<AnswerSpec["content"]>, type: string): MediaSpec | undefined {
  const [kind] = type.split("/", 1);
  return content[type] ?? content[`${kind}/*`] ?? content["*/*"];
}

function issue(keyword: string, message: string, field: string = keyword): Issue {
  return { in: "response", path: "", field, keyword, message };
}

function documented(specs: Readonly<Record<string, AnswerSpec>>, status: number): AnswerSpec | undefined {
  const { [status]: own, [`${Math.trunc(status / 100)}XX`]: range, default: fallback } = specs;
  return own ?? range ?? fallback;
}

// Not a literal, so that bundlers do not include the file.
const FILE = ["..", "resources", "answers.js"].join("/");

/** Validates an answer as the options of the client say. @throws ValidationError, ClientError ANSWERS_MISSING */
export async function checkAnswer(
  options: ClientOptions,
  operation: OperationSpec,
  response: Response,
  data: unknown,
  facts: RequestFacts,
): Promise<void> {
  if (options.validateResponses === "off") return;
  const { specs, check } = options.answers ?? (await loadAnswers());
  check(specs, options, operation, response, data, facts);
}

/**
 * Loads the generated file with the schemas of answers. Hidden from bundlers, because it is as large as all models together and most
 * clients never validate answers.
 * @throws ClientError ANSWERS_MISSING in a bundle, which does not contain the file
 */
async function loadAnswers(): Promise<Answers> {
  try {
    const file = new URL(FILE, import.meta.url).href;
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ file)).answers;
  } catch (cause) {
    throw new ClientError(
      "ANSWERS_MISSING",
      'validateResponses needs the option answers, from "…/resources/answers.js"',
      { cause },
    );
  }
}
