import { type HttpHandler, http } from "msw";
import type { MockServer } from "./mock-server.js";

export interface MswOptions {
  /**
   * The address that the code under test uses for the API: `https://api.example.com/v1`, or `/api` on the page's own
   * server.
   */
  readonly baseUrl: string | URL;
}

/**
 * Handlers for MSW. The mock answers every request below a URL: `setupServer(...handlers(mock, { baseUrl }))`.
 * @throws RangeError if the mock does not serve the URL's path, or the URL is relative and there is no page
 */
export function handlers(mock: Pick<MockServer, "fetch" | "basePaths">, { baseUrl }: MswOptions): HttpHandler[] {
  const { origin, pathname } = absolute(baseUrl);
  const base = pathname.replace(/(?<!\/)\/+$/, "");
  if (base !== "" && !mock.basePaths.includes(base)) {
    const known = mock.basePaths.join(", ") || "none";
    throw new RangeError(
      `The mock server serves nothing below ${base} (base paths of the description: ${known}). ` +
        `Create it with { basePath: ${JSON.stringify(base)} }.`,
    );
  }
  const answer = ({ request }: { readonly request: Request }): Promise<Response> => mock.fetch(request);
  return [http.all(`${origin}${base}`, answer), http.all(`${origin}${base}/*`, answer)];
}

/** Pages and jsdom have a location. */
function absolute(baseUrl: string | URL): URL {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  if (URL.canParse(String(baseUrl), page)) return new URL(baseUrl, page);
  throw new RangeError(
    `handlers: ${JSON.stringify(baseUrl)} is no whole address, and there is no page that it could belong to. ` +
      'Write it as "http://localhost:3000/api", as the code under test calls it.',
  );
}
