import { headerText, type RequestTarget } from "@onespec/http-contract";

/** The scheme and host by which the client reached the server: `http://localhost:3000`. The headers of a proxy come first. */
export function requestOrigin({ headers }: RequestTarget): string {
  const host = headerText(headers, "x-forwarded-host") ?? headerText(headers, "host") ?? "localhost";
  const scheme = headerText(headers, "x-forwarded-proto") ?? "http";
  // Clients write this header, so an invalid host would make an invalid URL.
  return /^[\w.:[\]-]+$/.test(host) && /^https?$/.test(scheme) ? `${scheme}://${host}` : "http://localhost";
}
