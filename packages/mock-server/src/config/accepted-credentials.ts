/** The credentials that `auth: "enforce"` accepts, by the name of their security scheme. */
export type AcceptedCredentials = Readonly<Record<string, readonly (string | AcceptedCredential)[]>>;

/** One credential. A plain text is a `value` with all scopes. */
export interface AcceptedCredential {
  /** The API key, the bearer token, or what follows the scheme's name in `Authorization`. */
  readonly value?: string;
  /** For `basic` and `digest`. */
  readonly username?: string;
  /** For `basic`. Absent: any password is accepted. */
  readonly password?: string;
  /** The scopes that its holder has. Absent: all. */
  readonly scopes?: readonly string[];
}
