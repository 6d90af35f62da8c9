import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(scrypt);

/** A salted scrypt hash (RFC 7914) as text of 60 characters: `<salt>.<hash>`, both base64url. */
export async function hashPassword(password) {
  const salt = randomBytes(12);
  const hash = await derive(password, salt, 32);
  return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}
