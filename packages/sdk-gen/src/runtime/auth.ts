/** How the client proves who it is. A function is asked for each call, and once more after a 401. */
export interface AuthOptions {
  /** Fills bearer, OAuth2 and OpenID Connect schemes, and an API key when the description has nothing else. */
  readonly token?: Secret;
  readonly username?: string;
  readonly password?: string;
  readonly apiKey?: Secret;
  /** By the description's scheme names, where one credential for all is not enough. */
  readonly schemes?: Readonly<Record<string, Secret | { readonly username: string; readonly password: string }>>;
}

export type Secret = string | ((context: { readonly refresh: boolean }) => string | Promise<string>);

/** A security scheme of the description, as generated clients hold it. */
export type SchemeSpec =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2" | "openIdConnect" | "mutualTLS" };

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. @see OpenAPI 3.1, "Security Requirement Object"
 */
export async function credentials(
  alternatives: readonly (readonly string[])[] | undefined,
  schemes: Readonly<Record<string, SchemeSpec>>,
  auth: AuthOptions,
  refresh: boolean,
): Promise<Credentials> {
  const [first] = alternatives ?? [];
  for (const names of alternatives ?? []) {
    const found: (Credentials | undefined)[] = [];
    for (const name of names) found.push(await credential(name, schemes[name], auth, refresh));
    // An empty alternative means "or nothing": it is taken only when no other can be met.
    if (names.length > 0 && found.every((one) => one !== undefined)) return merge(found);
  }
  const open = first === undefined && Object.keys(schemes).length === 0;
  return open && auth.token !== undefined
    ? { headers: { authorization: `Bearer ${await reveal(auth.token, refresh)}` }, query: {} }
    : { headers: {}, query: {} };
}

async function credential(
  name: string,
  scheme: SchemeSpec | undefined,
  auth: AuthOptions,
  refresh: boolean,
): Promise<Credentials | undefined> {
  const own = auth.schemes?.[name];
  const secret = typeof own === "string" || typeof own === "function" ? own : undefined;
  switch (scheme?.type) {
    case "apiKey": {
      const key = secret ?? auth.apiKey ?? auth.token;
      return key === undefined ? undefined : place(scheme, await reveal(key, refresh));
    }
    case "http": {
      if (/^basic$/i.test(scheme.scheme)) {
        const login =
          typeof own === "object"
            ? own
            : auth.username === undefined
              ? undefined
              : { username: auth.username, password: auth.password ?? "" };
        return (
          login && { headers: { authorization: `Basic ${base64(`${login.username}:${login.password}`)}` }, query: {} }
        );
      }
      const token = secret ?? auth.token;
      const label = /^bearer$/i.test(scheme.scheme) ? "Bearer" : scheme.scheme;
      return token === undefined
        ? undefined
        : { headers: { authorization: `${label} ${await reveal(token, refresh)}` }, query: {} };
    }
    case "oauth2":
    case "openIdConnect": {
      const token = secret ?? auth.token;
      return token === undefined
        ? undefined
        : { headers: { authorization: `Bearer ${await reveal(token, refresh)}` }, query: {} };
    }
    case "mutualTLS":
      return { headers: {}, query: {} };
    case undefined:
      return undefined;
  }
}

function place(scheme: SchemeSpec & { type: "apiKey" }, key: string): Credentials {
  if (scheme.in === "query") return { headers: {}, query: { [scheme.name]: key } };
  if (scheme.in === "cookie") return { headers: { cookie: `${scheme.name}=${encodeURIComponent(key)}` }, query: {} };
  return { headers: { [scheme.name.toLowerCase()]: key }, query: {} };
}

function reveal(secret: Secret, refresh: boolean): string | Promise<string> {
  return typeof secret === "function" ? secret({ refresh }) : secret;
}

function merge(found: readonly (Credentials | undefined)[]): Credentials {
  const [only] = found;
  if (only && found.length === 1) return only;
  return {
    headers: Object.assign({}, ...found.map((one) => one?.headers)),
    query: Object.assign({}, ...found.map((one) => one?.query)),
  };
}

/** UTF-8, as RFC 7617 allows. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
