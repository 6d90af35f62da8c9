import { readFile } from "node:fs/promises";
import { type Answer, ProblemError } from "@onespec/http-contract";
import { nothingThere, PlaneFile, type PlaneOperation } from "./plane-operation.js";

/** No page may embed the console in a frame. The console may load from and call only this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** The component that shows the documentation puts its styles into the page itself. */
const DOCUMENTATION_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** A page of the console, `index.html` or `docs.html`. `undefined` if the console was not built. */
export async function consolePage(name: "index.html" | "docs.html"): Promise<Answer | undefined> {
  const text = await readConsole(name);
  if (text === undefined) return undefined;
  const policy = name === "docs.html" ? DOCUMENTATION_POLICY : POLICY;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    vary: "Accept",
  };
  return { status: 200, headers, body: text };
}

/** A file that a page loads. Browsers may cache it for ever, since its name includes a hash of its content. */
async function consoleAsset(name: string): Promise<Answer | undefined> {
  const type = TYPES[name.split(".").at(-1) ?? ""];
  if (type === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const body = await readConsole(`console/${name}`);
  if (body === undefined) return undefined;
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body };
}

/** The files are in `dist/console`. The path works from `dist/control`, from `dist/bundle` and from the sources. */
async function readConsole(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(new URL(`../../dist/console/${path}`, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Operations that serve the files of the console's page. */
export function consoleOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    async getConsoleFile({ values }) {
      const name = values.pathTexts.file ?? "";
      const found = await consoleAsset(name);
      if (found) return new PlaneFile(found);
      throw nothingThere(`The console has no file ${JSON.stringify(name)}; load its page again`, []);
    },
    async getDocumentation() {
      const found = await consolePage("docs.html");
      if (found) return new PlaneFile(found);
      const detail = { message: "The console was not built", hint: "`npm run setup` builds it." };
      throw new ProblemError({ status: 503, code: "not-built", message: "Console not built", details: [detail] });
    },
  };
}
