import type { Login } from "./auth.js";

/** The credential of Basic authentication; `undefined` without a user name. UTF-8, as RFC 7617 allows. */
export function basicLogin({ username, password = "" }: Partial<Login>): string | undefined {
  return username === undefined
    ? undefined
    : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}
