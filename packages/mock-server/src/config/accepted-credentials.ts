/** The credentials that `auth: "enforce"` accepts, by the name of their security scheme. */
export type AcceptedCredentials = Readonly<Record<string, readonly (string | AcceptedCredential)[]>>;

/** One credential; a text alone is a `value` without limits. */
export interface AcceptedCredential {
  /** The API key, the bearer token, or what follows the scheme's name in `Authorization`. */
  readonly value?: string;
  /** For `basic` and `digest`. */
  readonly username?: string;
  /** For `basic`; without it any password does. */
  readonly password?: string;
  /** Scopes of the holder. Absent: all. */
  readonly scopes?: readonly string[];
}
