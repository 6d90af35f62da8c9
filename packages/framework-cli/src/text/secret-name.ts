/** Matches the end of a folded name, in lower case without separators: `x-api-key`, `accessToken`, `DB_PASSWORD`. */
const SECRET_END =
  /(?:token|authorization|cookies?|apikey|accesskey|privatekey|signature|credentials?|passphrase|connectionstring|sessionid)$/;
const SECRET_PART = /password|passwd|secret/;

/** True for the name of a secret, such as `passwordHash` or `api_key`. */
export function isSecretName(name: string): boolean {
  const letters = name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return SECRET_PART.test(letters) || SECRET_END.test(letters);
}
