import type { Answer } from "../response/answer.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { consolePage } from "./console-files.js";

/** The console, for those who ask for a page; `undefined` for programs, which get JSON, and where it was not built. */
export async function consoleIndex({ path, headers }: MockRequest): Promise<Answer | undefined> {
  if (!/\btext\/html\b/i.test(headerText(headers, "accept") ?? "")) return undefined;
  const page = await consolePage("index.html");
  if (!page || path.endsWith("/")) return page;
  // What the page names is relative to its folder, so that a proxy may serve it below a path of its own.
  const location = `${path.slice(path.lastIndexOf("/") + 1)}/`;
  return { status: 307, headers: { location, vary: "Accept", "cache-control": "no-store" }, body: undefined };
}
