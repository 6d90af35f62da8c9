import { ClientError } from "./errors.js";

/** How the client proves who it is. A function is asked for each call, and once more after a 401. */
export interface AuthOptions {
  /** Fills bearer, OAuth2 and OpenID Connect schemes, and an API key when the description has nothing else. */
  readonly token?: Secret;
  readonly username?: string;
  readonly password?: string;
  readonly apiKey?: Secret;
  /** By the description's scheme names, where one credential for all is not enough. */
  readonly schemes?: Readonly<Record<string, Secret | Login>>;
}

export type Secret = string | ((context: { readonly refresh: boolean }) => string | Promise<string>);

interface Login {
  readonly username: string;
  readonly password: string;
}

/** A security scheme of the description, as generated clients hold it: which credential it takes, and where that goes. */
export interface SchemeSpec {
  /** Absent: a token. */
  readonly takes?: "apiKey" | "login" | "nothing";
  /** Absent: a header. */
  readonly in?: "query" | "cookie";
  /** Absent: `authorization`. */
  readonly name?: string;
  /** Before the credential: `Bearer`. */
  readonly label?: string;
}

/** A credential and where it goes. */
export type Credential = readonly [scheme: SchemeSpec, secret: string];

/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. A promise only where a function has to be asked. @see OpenAPI 3.1, "Security Requirement Object"
 */
export function credentials(
  alternatives: readonly (readonly string[])[] | undefined = [],
  schemes: Readonly<Record<string, SchemeSpec>>,
  auth: AuthOptions,
  refresh: boolean,
): readonly Credential[] | Promise<readonly Credential[]> {
  const named = auth.schemes ?? {};
  const isNamed = (names: readonly string[]): boolean => names.some((name) => named[name] !== undefined);
  const isOpen = alternatives.length === 0 && Object.keys(schemes).length === 0;
  let found: Found[] = isOpen ? [[{ label: "Bearer" }, auth.token]] : [];
  // One that is given by its name wins.
  const isBefore = alternatives.filter(isNamed);
  for (const names of isBefore.length > 0 ? [...isBefore, ...alternatives] : alternatives) {
    found = names.map((name) => [schemes[name] ?? {}, secretOf(schemes[name], auth, auth.schemes?.[name])]);
    // An empty alternative means "or nothing": it is taken only when no other can be met.
    if (found.length > 0 && !found.some(isMissing)) break;
  }
  if (found.some(isMissing)) return [];
  return found.some(([, secret]) => typeof secret === "function") ? ask(found, refresh) : (found as Credential[]);
}

type Found = readonly [scheme: SchemeSpec, secret: Secret | undefined];

function isMissing([, secret]: Found): boolean {
  return secret === undefined;
}

async function ask(found: readonly Found[], refresh: boolean): Promise<Credential[]> {
  const asked: Credential[] = [];
  for (const [scheme, secret = ""] of found)
    asked.push([scheme, typeof secret === "function" ? await secret({ refresh }) : secret]);
  return asked;
}

function secretOf(
  scheme: SchemeSpec | undefined,
  auth: AuthOptions,
  own: Secret | Login | undefined,
): Secret | undefined {
  if (!scheme) return undefined;
  const { takes } = scheme;
  if (takes === "nothing") return "";
  if (takes === "login") {
    const { username, password = "" } = typeof own === "object" ? own : auth;
    // UTF-8, as RFC 7617 allows.
    return username === undefined
      ? undefined
      : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  }
  return (typeof own === "object" ? undefined : own) ?? (takes && auth.apiKey) ?? auth.token;
}

const KEYS = ["token", "username", "password", "apiKey", "schemes"];

/** @throws ClientError AUTH_INVALID for what is no credential, or a scheme that the description does not have: it would be sent to nobody */
export function refuseUnknownAuth(auth: AuthOptions | undefined, schemes: Readonly<Record<string, SchemeSpec>>): void {
  const refuse = (given: object | undefined, known: readonly string[], place: string): void => {
    const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
    const list = known.length > 0 ? `there are ${known.join(", ")}` : "the description declares none";
    if (unknown !== undefined) throw new ClientError("AUTH_INVALID", `${place}.${unknown} is not known: ${list}`);
  };
  refuse(auth, KEYS, "auth");
  refuse(auth?.schemes, Object.keys(schemes), "auth.schemes");
}
