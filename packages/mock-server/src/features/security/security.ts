import {
  credentialReader,
  type JudgedScheme,
  type Problem,
  type RequestTarget,
  type RequiredScheme,
  type SchemeVerdict,
  type SentCredentials,
  securityProblem,
} from "@onespec/http-contract";
import { type ApiDescription, isObject, meantHint, type Operation, type SecurityScheme } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { AcceptedCredential } from "../../config/accepted-credentials.js";
import type { MockOptions } from "../../config/mock-options.js";
import { readDataFile } from "../../config/read-data-file.js";
import { OptionsError } from "../../errors/options-error.js";
import { shownPath } from "../../modules/shown-path.js";
import { operationsWithTokens, type TokenStore, takesToken } from "../oauth/token-store.js";
import { isOwnToken, keepTokens, operationsThatSignIn } from "./own-tokens.js";

interface SecurityOptions extends Pick<MockOptions, "auth" | "credentials"> {
  /** The access tokens that this server has issued. */
  readonly tokens: TokenStore;
}

/** Requires the credentials that the description demands (`--auth`). @throws OptionsError if the configured credentials are invalid */
export const security: FastifyPluginAsync<SecurityOptions> = fp(
  async (fastify: FastifyInstance, { auth, credentials, tokens }: SecurityOptions) => {
    if (auth === "off") return;
    const { api } = fastify.mock;
    const accepted = await acceptedCredentials(api, auth, credentials);
    const withTokens = new Set(operationsWithTokens(api));
    const [login] = auth === "enforce" ? operationsThatSignIn(api.operations, api.schemas) : [];
    const context = (request: FastifyRequest) => fastify.mock.stateOf(request).backend.context;
    const checks = new Map<Operation, SecurityCheck | undefined>();
    const refuse = (reply: FastifyReply, operation: Operation, problem: Problem): void => {
      if (problem.status !== 401 || !accepted) reply.refuse(problem);
      else {
        const places = { credentials, accepted, takesTokens: withTokens.has(operation), login };
        const hint = credentialsHint(places, operation);
        reply.refuse({ ...problem, details: problem.details.map((detail) => ({ ...detail, hint })) });
      }
    };
    fastify.addHook("onRequest", (request, reply, done) => {
      const operation = request.contract?.operation;
      if (!operation) {
        done();
        return;
      }
      if (!checks.has(operation)) checks.set(operation, createSecurityCheck({ api, accepted, tokens }, operation));
      const check = checks.get(operation);
      const problem = check?.(request.contract.target);
      if (!problem) done();
      else if (problem.status !== 401 || !login) refuse(reply, operation, problem);
      else {
        // The token may come from the answer of an operation.
        const sent = sentTokens(api, operation, request.contract.target);
        Promise.all(sent.map(async (token) => ((await isOwnToken(context(request), token)) ? [token] : []))).then(
          (found) => {
            const still = check?.(request.contract.target, new Set(found.flat()));
            if (still) refuse(reply, operation, still);
            else done();
          },
          done,
        );
      }
    });
    if (!login) return;
    fastify.addHook("onSend", async (request, reply, payload) => {
      const operation = request.contract?.operation;
      if (operation && reply.statusCode < 300 && (typeof payload === "string" || payload instanceof Uint8Array))
        await keepTokens(context(request), operation, String(payload));
      return payload;
    });
  },
  { name: "mock-security" },
);

interface AcceptedPlaces {
  readonly credentials: MockOptions["credentials"];
  readonly accepted: ReadonlyMap<string, readonly AcceptedCredential[]>;
  /** The operation accepts access tokens of this server. */
  readonly takesTokens: boolean;
  /** An operation of the description whose answer has a token. */
  readonly login: Operation | undefined;
}

/** The tokens and keys in a request, read by the schemes of the operation. */
function sentTokens(api: ApiDescription, { security }: Operation, target: RequestTarget): readonly string[] {
  const names = new Set(security.flatMap((requirement) => requirement.map(({ scheme }) => scheme)));
  return [...names].flatMap((name) => {
    const scheme = api.securitySchemes.get(name);
    const shown = scheme && credentialReader(scheme).read(target);
    return shown && "value" in shown ? [shown.value] : [];
  });
}

/** Says where to get credentials that an operation accepts. */
function credentialsHint(
  { credentials, accepted, takesTokens, login }: AcceptedPlaces,
  { security }: Operation,
): string {
  const names = [...new Set(security.flatMap((requirement) => requirement.map(({ scheme }) => scheme)))];
  const file = typeof credentials === "string" ? shownPath(credentials) : "the option credentials";
  const isListed = names.some((name) => (accepted.get(name)?.length ?? 0) > 0);
  const places = [
    ...(isListed ? [`in ${file}`] : []),
    ...(takesTokens ? ["from POST /__mock/oauth/token"] : []),
    ...(login ? [`in the answer of ${login.method.toUpperCase()} ${login.path}`] : []),
  ];
  if (places.length > 0) return `Take credentials ${places.join(", or an access token ")}.`;
  const list = names.map((name) => `\`${name}\``).join(" or ");
  return `No credentials are accepted here: list some for ${list} in ${credentials === undefined ? "a file, and name it with --credentials" : file}.`;
}

async function acceptedCredentials(
  api: ApiDescription,
  auth: MockOptions["auth"],
  credentials: MockOptions["credentials"],
): Promise<ReadonlyMap<string, readonly AcceptedCredential[]> | undefined> {
  if (auth !== "enforce") return undefined;
  const hasTokens =
    operationsWithTokens(api).length > 0 || operationsThatSignIn(api.operations, api.schemas).length > 0;
  if (credentials === undefined && hasTokens) return new Map();
  if (credentials === undefined) {
    throw new OptionsError(
      "CREDENTIALS_MISSING",
      "With auth `enforce` and no credentials, every request is rejected.",
      {
        hint: "Name a file of accepted credentials with --credentials, or use --auth shape.",
      },
    );
  }
  if (typeof credentials !== "string") return parseCredentials(credentials, api.securitySchemes, "credentials");
  return parseCredentials(await readCredentials(credentials), api.securitySchemes, credentials);
}

/** Returns why a request is rejected; `undefined` if it is accepted. @param known tokens that operations have returned */
type SecurityCheck = (request: RequestTarget, known?: ReadonlySet<string>) => Problem | undefined;

/** The accepted credentials. */
interface Admitted {
  readonly api: Pick<ApiDescription, "securitySchemes" | "title">;
  /** By scheme; `undefined` if every credential of the right form is accepted. */
  readonly accepted: ReadonlyMap<string, readonly AcceptedCredential[]> | undefined;
  /** The access tokens that this server has issued. */
  readonly tokens: TokenStore;
}

/** A scheme of a requirement, with a reader of its credentials. */
interface SchemeCheck extends RequiredScheme {
  read(request: RequestTarget): SentCredentials | undefined;
}

/** Checks requests of one operation against its security requirements; `undefined` if it has none. */
function createSecurityCheck(admitted: Admitted, operation: Operation): SecurityCheck | undefined {
  const { securitySchemes, title: realm } = admitted.api;
  const alternatives = operation.security.flatMap((requirement): SchemeCheck[][] => {
    const checks = requirement.flatMap(({ scheme: name, scopes }): SchemeCheck[] => {
      const scheme = securitySchemes.get(name);
      return scheme ? [{ name, scheme, scopes, realm, read: credentialReader(scheme).read }] : [];
    });
    // An alternative with an undeclared scheme can never be met; the diagnostics report it.
    return checks.length === requirement.length ? [checks] : [];
  });
  if (alternatives.length === 0 || alternatives.some((checks) => checks.length === 0)) return undefined;
  return (request, known) => {
    const judged: JudgedScheme[][] = [];
    for (const checks of alternatives) {
      const verdicts = checks.map((check) => ({ check, verdict: judge(admitted, check, request, known) }));
      if (verdicts.every(({ verdict }) => verdict.kind === "accepted")) return undefined;
      judged.push(verdicts);
    }
    return securityProblem(judged);
  };
}

/** Checks a request against one scheme. */
function judge(
  { accepted, tokens }: Admitted,
  { name, scheme, scopes, read }: SchemeCheck,
  request: RequestTarget,
  known: ReadonlySet<string> | undefined,
): SchemeVerdict {
  const shown = read(request);
  if (shown === undefined) return { kind: "absent" };
  if ("malformed" in shown) return { kind: "rejected", reason: shown.malformed };
  const token = "value" in shown ? shown.value : "";
  if (!accepted || scheme.type === "mutualTLS" || known?.has(token)) return { kind: "accepted" };
  const issued = takesToken(scheme) ? tokens.access(token) : undefined;
  // Bearer schemes have no scopes, so a token of this server with any scopes meets them.
  const own = issued && { value: token, ...(scheme.type !== "http" && { scopes: issued.scopes }) };
  const candidates = [...(own ? [own] : []), ...(accepted.get(name) ?? [])];
  const matches = candidates.filter((credential) => isMatch(credential, shown));
  if (matches.length === 0) {
    const hasExpired = takesToken(scheme) && tokens.isExpired(token);
    return { kind: "rejected", reason: hasExpired ? "has expired" : "is not among the accepted credentials" };
  }
  const lacking = matches.map((one) => scopes.filter((scope) => one.scopes && !one.scopes.includes(scope)));
  const [least = []] = lacking.sort((a, b) => a.length - b.length);
  return least.length === 0 ? { kind: "accepted" } : { kind: "forbidden", missing: least };
}

function isMatch(credential: AcceptedCredential, shown: SentCredentials): boolean {
  if ("malformed" in shown) return false;
  if ("value" in shown) return credential.value === shown.value;
  if (credential.username !== shown.username) return false;
  return credential.password === undefined || shown.password === undefined || credential.password === shown.password;
}

const FIELDS = ["value", "username", "password", "scopes"];

/**
 * Checks the content of a credentials file or of the option `credentials`.
 * @param origin its name in messages
 * @throws OptionsError `CREDENTIALS_INVALID`
 */
function parseCredentials(
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
      const known = names.length === 0 ? "It declares none." : `It declares ${names.join(", ")}.`;
      fail(`the description has no security scheme \`${name}\`.`, meantHint(name, names, known, "`"));
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
      const known = `Known are ${FIELDS.join(", ")}.`;
      fail(`\`${place}\` has the unknown field \`${field}\`.`, meantHint(field, FIELDS, known, "`"));
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
async function readCredentials(file: string): Promise<unknown> {
  const hint = "Name a JSON or YAML file that maps each security scheme to a list of credentials.";
  return readDataFile(file, (reason, cause) => new OptionsError("CREDENTIALS_UNREADABLE", reason, { hint, cause }));
}
