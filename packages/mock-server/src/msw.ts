import { type HttpHandler, http } from "msw";
import type { MockServer } from "./mock-server.js";

export interface MswOptions {
  /** Where the code under test believes the API to be: `https://api.example.com/v1`. */
  readonly baseUrl: string | URL;
}

/**
 * Handlers for MSW that let a mock server answer everything below a URL: `setupServer(...handlers(mock, { baseUrl }))`.
 * @throws RangeError when the URL has a path that the mock does not serve
 */
export function handlers(mock: Pick<MockServer, "fetch" | "basePaths">, { baseUrl }: MswOptions): HttpHandler[] {
  const { origin, pathname } = new URL(baseUrl);
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
