import type { SecurityScheme } from "@onespec/spec-core";
import { commentText, literal } from "./escape.js";
import type { SourceLanguage } from "./source-language.js";
import { valueText } from "./value-text.js";

/** A guard that rejects requests without a user until its author says who may pass. */
export function emitPolicy(name: string, language: SourceLanguage): string {
  const isTyped = language === "typescript";
  return `import { HttpError${isTyped ? ", type Policy" : ""} } from "@onespec/framework-cli";

// Runs before the actions that config/policies.${isTyped ? "ts" : "js"} or their own \`policies\` name. It lets pass by returning.
${isTyped ? "" : '/** @type {import("@onespec/framework-cli").Policy} */\n'}const policy${isTyped ? ": Policy" : ""} = async (request) => {
  const mayPass = request.state.user !== undefined;
  if (!mayPass) throw new HttpError(403, ${literal(`${name}: you may not do this.`)});
};

export default policy;
`;
}

/** The file of `api/policies` for a security scheme; it rejects everybody until its author writes `authenticate`. The same in JavaScript and TypeScript. */
export function emitSecurityPolicy(name: string, scheme: SecurityScheme): string {
  const { description, ...rest } = scheme;
  const [credentials, work] = example(scheme);
  const told = description === undefined ? "" : ` ${commentText(description.replace(/\s+/g, " ").trim())}`;
  return `import { defineSecurity } from "@onespec/framework-cli";

/** Guards the actions whose security names ${commentText(name)}.${told} */
export default defineSecurity({
  name: ${literal(name)},
  scheme: ${valueText(rest, 1, 10)},
  // Until you write this function, requests get 401 without credentials, else 403. Return the user (request.state.user)
  // or true; return nothing for 401. Throw new HttpError(403, "...") if the user may not do this.
  // async authenticate(${credentials}, request, services) {
  //   return ${work}; // a service that you write
  // },
});
`;
}

function example(scheme: SecurityScheme): readonly [credentials: string, work: string] {
  if (scheme.type === "apiKey") return ["{ value }", "services.accounts.ofKey(value)"];
  if (scheme.type === "http" && scheme.scheme.toLowerCase() === "basic")
    return ["{ username, password }", "services.accounts.ofPassword(username, password)"];
  return ["{ value, scopes }", "services.accounts.ofToken(value, scopes)"];
}

/**
 * The test of a security policy: wrong credentials are rejected. @param file name of the policy's file, without folder
 */
export function emitSecurityTest(policy: string, file: string, language: SourceLanguage): string {
  const request = language === "typescript" ? "{ state: {} } as never" : "{ state: {} }";
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";
import policy from ${literal(`../api/policies/${file}`)};

test(${literal(`${policy} rejects wrong credentials`)}, () =>
  withTestApp(async (app) => {
    const wrong = { value: "wrong", username: "wrong", password: "wrong", scopes: [] };
    assert.ok(!(await policy.authenticate?.(wrong, ${request}, app.services)));
  }));
`;
}
