import { type BuildContext, warn } from "./build-context.js";

/** In characters; servers and clients refuse a request line of about twice as many. */
const LONGEST_PATH = 8_000;
/** Ten times as many as anyone writes. */
const MOST_PARAMETERS = 100;

/** Notes that nobody could send requests to the path, or name all of its parameters. */
export function isEndlessPath(context: BuildContext, uri: string, path: string): boolean {
  const parameters = path.length > LONGEST_PATH ? 0 : path.split("{").length - 1;
  if (path.length <= LONGEST_PATH && parameters <= MOST_PARAMETERS) return false;
  const reason =
    parameters > MOST_PARAMETERS
      ? `has ${parameters} parameters, more than ${MOST_PARAMETERS}`
      : `is ${path.length} characters long, more than ${LONGEST_PATH}`;
  warn(context, uri, {
    severity: "error",
    code: "too-large",
    message: `The path \`${path.slice(0, 60)}…\` ${reason}; its operations are left out.`,
    hint: "Send in the query or the body what does not say which thing is meant.",
  });
  return true;
}
