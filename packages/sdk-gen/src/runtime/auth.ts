import type { PlaceCredential } from "./wire/request-parts.js";

/**
 * Credentials of the client. Functions are called for each request, and once more after a 401; calls at the same time
 * share the result. If a function returns nothing or an empty text, the call is sent without the credential.
 */
export interface AuthOptions {
  /** For bearer, OAuth2 and OpenID Connect schemes, and for API keys if `apiKey` is not given. */
  readonly token?: Secret | undefined;
  readonly username?: string;
  readonly password?: string;
  readonly apiKey?: Secret | undefined;
  /** Credentials by the names of the description's security schemes, if one credential is not enough for all. */
  readonly schemes?: Readonly<Record<string, Secret | Login>>;
}

export type Secret = string | AskSecret;
type AskSecret = (context: { readonly refresh: boolean }) => Told | Promise<Told>;
type Told = string | null | undefined;

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A security scheme of the description: the kind of credential, and its place in the request. */
export interface SchemeSpec {
  /** Absent: a token, or a login if there is `login`. */
  readonly takes?: "apiKey" | "nothing";
  /** Writes a user name and a password as one credential. */
  readonly login?: (login: Partial<Login>) => string | undefined;
  /** Absent: a header. */
  readonly place?: PlaceCredential;
  /** Absent: `authorization`. */
  readonly name?: string;
  /** The word before the credential: `Bearer`. */
  readonly label?: string;
}

/** A credential and its scheme. */
export type Credential = readonly [scheme: SchemeSpec, secret: string];

/**
 * Selects the credentials of a call. Returns none if some are missing, and leaves the rejection to the server. Returns a promise only if a
 * function has to be called.
 * @param alternatives sets of scheme names
 */
export type SelectCredentials = (
  alternatives: readonly (readonly string[])[] | undefined,
  schemes: Schemes,
  auth: AuthOptions,
  refresh: boolean,
) => readonly Credential[] | Promise<readonly Credential[]>;

export type Schemes = Readonly<Record<string, SchemeSpec>>;

/**
 * For descriptions with at most one scheme, which sends a token in a header. Without a scheme, every call sends the
 * token.
 */
export const selectToken: SelectCredentials = (alternatives = [], schemes, { token, schemes: own = {} }, refresh) => {
  const [[name, scheme] = ["", { label: "Bearer" }]] = Object.entries(schemes);
  if (name && !alternatives.some((names) => names.includes(name))) return [];
  const given = memberOf(own, name) ?? token;
  const written = (secret: unknown): Credential[] => (secret ? [[scheme, secret as string]] : []);
  return typeof given === "function" ? askOnce(given, refresh).then(written) : written(given);
};

/** For other descriptions: the first alternative that has all its credentials. @see OpenAPI 3.1, "Security Requirement Object" */
export const selectCredentials: SelectCredentials = (alternatives = [], schemes, auth, refresh) => {
  const { schemes: own = {} } = auth;
  // Credentials that are given by name come first.
  const named = alternatives.filter((names) => names.some((name) => memberOf(own, name) !== undefined));
  const found = [...named, ...alternatives]
    .map((names) =>
      names.map((name): Found => {
        const scheme = memberOf(schemes, name);
        return [scheme ?? {}, secretOf(scheme, auth, memberOf(own, name))];
      }),
    )
    // An empty alternative means "or no credentials", so the others are tried first.
    .filter((secrets) => secrets.length > 0 && !secrets.some(isMissing));
  const [first = []] = found;
  return first.some(([, secret]) => typeof secret === "function") ? ask(found, refresh) : (first as Credential[]);
};

/** A scheme may be called `constructor`, which every object inherits. */
function memberOf<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

type Found = readonly [scheme: SchemeSpec, secret: Secret | Told];

function isMissing([{ takes }, secret]: Found): boolean {
  return !secret && takes !== "nothing";
}

/** The first alternative whose functions all return a credential. */
async function ask(alternatives: readonly (readonly Found[])[], refresh: boolean): Promise<readonly Credential[]> {
  for (const found of alternatives) {
    const told: Found[] = [];
    for (const [scheme, secret] of found)
      told.push([scheme, typeof secret === "function" ? await askOnce(secret, refresh) : secret]);
    if (!told.some(isMissing)) return told as Credential[];
  }
  return [];
}

/** Calls share a running refresh: many refresh tokens work once. */
const running = new Map<AskSecret, Promise<Told>>();

async function askOnce(secret: AskSecret, refresh: boolean): Promise<Told> {
  const shared = running.get(secret);
  const asked = shared ?? secret({ refresh });
  if (shared || !refresh) return asked;
  const own = Promise.resolve(asked).finally(() => running.delete(secret));
  running.set(secret, own);
  return own;
}

function secretOf(
  scheme: SchemeSpec | undefined,
  auth: AuthOptions,
  own: Secret | Login | undefined,
): Secret | undefined {
  if (!scheme) return undefined;
  const { takes, login } = scheme;
  if (takes === "nothing") return "";
  if (login) return login(typeof own === "object" ? own : auth);
  return (typeof own === "object" ? undefined : own) ?? (takes && auth.apiKey) ?? auth.token;
}

/** The credential of Basic authentication; `undefined` without a user name. UTF-8, as RFC 7617 allows. */
export function basicLogin({ username, password = "" }: Partial<Login>): string | undefined {
  return username === undefined
    ? undefined
    : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}
