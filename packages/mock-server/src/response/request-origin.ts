import { headerText, type RequestTarget } from "@onespec/http-contract";

/** Scheme and host by which the client reached us, a proxy's word first: `http://localhost:3000`. */
export function requestOrigin({ headers }: RequestTarget): string {
  const host = headerText(headers, "x-forwarded-host") ?? headerText(headers, "host") ?? "localhost";
  const scheme = headerText(headers, "x-forwarded-proto") ?? "http";
  // A host that is not one would make an invalid URL, and a client writes this header.
  return /^[\w.:[\]-]+$/.test(host) && /^https?$/.test(scheme) ? `${scheme}://${host}` : "http://localhost";
}
