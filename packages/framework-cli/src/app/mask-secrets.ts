const MASK = "[masked]";
/** By the end of a name without signs and capitals: `x-api-key`, `accessToken`, `DB_PASSWORD`. */
const SECRET_END =
  /(?:token|authorization|cookies?|apikey|accesskey|privatekey|signature|credentials?|passphrase|connectionstring|sessionid)$/;
const SECRET_PART = /password|passwd|secret/;
/** What is nested deeper is not looked through: lines of a log are not. */
const DEEPEST = 8;

/** A copy of what is to be logged in which members with the names of secrets hold `[masked]`. Errors and other instances stay. */
export function maskSecrets(value: unknown, depth: number = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (!isPlain(value)) return value;
  const masked: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const inner = value[name];
    masked[name] = isSecret(name) && inner !== undefined && inner !== null ? MASK : maskSecrets(inner, depth + 1);
  }
  return masked;
}

/** A text without the passwords of the addresses in it: `postgres://shop:***@db/shop`. */
export function maskAddresses(text: string): string {
  return text.includes("://") && text.includes("@")
    ? text.replace(/(:\/\/[^\s:@/"'\\]*:)[^\s"'/\\]+@/g, "$1***@")
    : text;
}

function isSecret(name: string): boolean {
  const letters = name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return SECRET_PART.test(letters) || SECRET_END.test(letters);
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
