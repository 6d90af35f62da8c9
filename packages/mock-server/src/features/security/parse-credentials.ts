import { isObject, nearestName, type SecurityScheme } from "@onespec/spec-core";
import type { AcceptedCredential } from "../../config/accepted-credentials.js";
import { readDataFile } from "../../config/read-data-file.js";
import { OptionsError } from "../../errors/options-error.js";

const FIELDS = ["value", "username", "password", "scopes"];

/**
 * Checks what a credentials file or a program hands over.
 * @param origin what to call it in messages
 * @throws OptionsError `CREDENTIALS_INVALID`
 */
export function parseCredentials(
  given: unknown,
  schemes: ReadonlyMap<string, SecurityScheme>,
  origin: string,
): ReadonlyMap<string, readonly AcceptedCredential[]> {
  const fail = (message: string, hint: string): never => {
    throw new OptionsError("CREDENTIALS_INVALID", `${origin}: ${message}`, { hint });
  };
  if (!isObject(given)) {
    return fail("it is not a map of credentials.", "Write `<security scheme>: [<credentials>]` for each scheme.");
  }
  const accepted = new Map<string, readonly AcceptedCredential[]>();
  for (const [name, list] of Object.entries(given)) {
    if (!schemes.has(name)) {
      const names = [...schemes.keys()];
      const near = nearestName(name, names);
      const known = names.length === 0 ? "It declares none." : `It declares ${names.join(", ")}.`;
      fail(
        `the description has no security scheme \`${name}\`.`,
        near === undefined ? known : `Did you mean \`${near}\`?`,
      );
    }
    if (!Array.isArray(list)) fail(`\`${name}\` is not a list.`, "Write one entry for each credential.");
    accepted.set(
      name,
      (list as readonly unknown[]).map((entry, index) => parseEntry(entry, `${name}[${index}]`, fail)),
    );
  }
  return accepted;
}

function parseEntry(entry: unknown, place: string, fail: (message: string, hint: string) => never): AcceptedCredential {
  if (typeof entry === "string") return { value: entry };
  if (!isObject(entry)) return fail(`\`${place}\` is neither a text nor an object.`, "Put text in quotes.");
  for (const [field, value] of Object.entries(entry)) {
    if (!FIELDS.includes(field)) {
      const near = nearestName(field, FIELDS);
      fail(
        `\`${place}\` has the unknown field \`${field}\`.`,
        near === undefined ? `Known are ${FIELDS.join(", ")}.` : `Did you mean \`${near}\`?`,
      );
    }
    const isRight = field === "scopes" ? isTextList(value) : typeof value === "string";
    if (!isRight)
      fail(`\`${place}.${field}\` is not ${field === "scopes" ? "a list of texts" : "a text"}.`, "Put it in quotes.");
  }
  if (entry.value === undefined && entry.username === undefined) {
    fail(`\`${place}\` has neither \`value\` nor \`username\`.`, "Say what a client has to send.");
  }
  return entry as AcceptedCredential;
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** The value of a credentials file. @throws OptionsError `CREDENTIALS_UNREADABLE` */
export async function readCredentials(file: string): Promise<unknown> {
  const hint = "Name a JSON or YAML file that maps each security scheme to a list of credentials.";
  return readDataFile(file, (reason, cause) => new OptionsError("CREDENTIALS_UNREADABLE", reason, { hint, cause }));
}
