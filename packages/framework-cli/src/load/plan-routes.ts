import { parsePathTemplate } from "@onespec/spec-core";
import type { AppConfig } from "../config/app-config.js";
import { didYouMean } from "../text/phrases.js";
import type { App, LoadedAction, RequiredPolicy, Route } from "./app.js";
import { type ActionFile, METHODS } from "./load-actions.js";

/**
 * Plans the routes and policies of each action.
 *
 * @param mistakes gets two actions on one route, and unknown names
 */
export function planRoutes(
  files: readonly ActionFile[],
  known: App["policies"],
  config: AppConfig,
  mistakes: string[],
): readonly LoadedAction[] {
  const problems: string[] = [];
  const policyNames = [...known.keys()];
  const schemes = new Map([...known].flatMap(([name, policy]) => ("scheme" in policy ? [[policy.name, name]] : [])));
  const names = files.map(({ name }) => name);
  const extra = new Map<string, Route[]>();
  for (const [address, target] of Object.entries(config.routes.extra)) {
    const [, verb = "", path = ""] = /^([A-Za-z]+) (\/.*)$/.exec(address) ?? [];
    const method = METHODS.find((each) => each === verb.toUpperCase());
    if (method === undefined)
      problems.push(`config/routes.js: extra "${address}" must be a method and a path: "GET /home"`);
    else if (!names.includes(target))
      problems.push(`config/routes.js: extra "${address}": there is no action ${target}${didYouMean(target, names)}`);
    else extra.set(target, [...(extra.get(target) ?? []), { method, path: config.routes.prefix + path }]);
  }
  const actions = files.map(({ name, file, action }): LoadedAction => {
    const given = policiesOfAction(config.policies, known, name, action.security?.length === 0);
    const policies = [...new Set([...given, ...(action.policies ?? [])])];
    problems.push(...contradictions({ name, file, action }, given, config.policies, known));
    for (const policy of policies) {
      if (policyNames.includes(policy)) continue;
      const place = action.policies?.includes(policy) ? file : "config/policies.js";
      problems.push(`${place}: there is no policy ${policy} in api/policies${didYouMean(policy, policyNames)}`);
    }
    const own = { method: action.method, path: config.routes.prefix + action.path };
    const security = requiredPolicies(action, schemes, policies.length > 0);
    return { name, file, action, policies, security, routes: [own, ...(extra.get(name) ?? [])] };
  });
  mistakes.push(...new Set(problems), ...conflicts(actions), ...idleGlobs(config.policies, names));
  return actions;
}

/**
 * @param isGuarded true if the action has other policies. They are the check if there is no security policy for any of
 * its schemes.
 */
function requiredPolicies(
  { security = [] }: ActionFile["action"],
  schemes: ReadonlyMap<string, string>,
  isGuarded: boolean,
): LoadedAction["security"] {
  const alternatives = security.map((requirement) =>
    Object.entries(requirement).map(
      ([scheme, scopes]): RequiredPolicy => ({ scheme, policy: schemes.get(scheme), scopes }),
    ),
  );
  const isKnown = alternatives.flat().some(({ policy }) => policy !== undefined);
  return isGuarded && !isKnown ? [] : alternatives;
}

function conflicts(actions: readonly LoadedAction[]): readonly string[] {
  const owners = new Map<string, LoadedAction>();
  const problems: string[] = [];
  for (const action of actions) {
    for (const { method, path } of action.routes) {
      const place = routeKey(method, path);
      const owner = owners.get(place);
      if (owner === undefined) owners.set(place, action);
      else problems.push(`${action.file}: ${method} ${path} is already answered by ${owner.file}`);
    }
  }
  return problems;
}

/** The same for templates that differ only in the names of parameters (OpenAPI 3.1, "Paths Object"). */
export function routeKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${parsePathTemplate(path).text.replace(/\{[^{}]*\}/g, "{}")}`;
}

function idleGlobs(policies: AppConfig["policies"], names: readonly string[]): readonly string[] {
  const groups = new Set(names.map((name) => name.replace(/[^/]*$/, "*")));
  return Object.keys(policies)
    .filter((glob) => glob !== "*" && !names.some((name) => matchesGlob(glob, name)))
    .map((glob) => `config/policies.js: "${glob}" names no action${didYouMean(glob, [...names, ...groups])}`);
}

/**
 * The policies of an action in `config/policies.js`. The most specific entry counts: `books/list` before `books/*`
 * before `*`. If that entry has no security policy, the security policies of the next entry still apply, so that nobody
 * opens an action by accident. An empty entry removes all policies.
 * @param isOpen true if the action has `security: []`; security policies are then left out
 */
function policiesOfAction(
  config: AppConfig["policies"],
  known: App["policies"],
  actionName: string,
  isOpen: boolean,
): readonly string[] {
  const entries = policyEntries(config, actionName).map(([, names]) => names);
  const [closest = []] = entries;
  if (closest.length === 0) return [];
  const isSecurity = (name: string): boolean => isSecurityPolicy(known, name);
  if (isOpen) return closest.filter((name) => !isSecurity(name));
  if (closest.some(isSecurity)) return closest;
  const security = entries.find((names) => names.length === 0 || names.some(isSecurity)) ?? [];
  return [...security.filter(isSecurity), ...closest];
}

/** The entries of `config/policies.js` that name an action, the closest first. */
export function policyEntries(
  config: AppConfig["policies"],
  actionName: string,
): readonly [glob: string, policies: readonly string[]][] {
  return Object.entries(config)
    .filter(([glob]) => matchesGlob(glob, actionName))
    .sort(([a], [b]) => b.length - a.length);
}

function isSecurityPolicy(known: App["policies"], name: string): boolean {
  const policy = known.get(name);
  return policy !== undefined && "scheme" in policy;
}

/** Finds actions that seem to be public but are not. @param given policies from `config/policies.js` */
function contradictions(
  { name, file, action }: ActionFile,
  given: readonly string[],
  config: AppConfig["policies"],
  known: App["policies"],
): readonly string[] {
  const cure = `write ${JSON.stringify(name)}: false in config/policies.js`;
  if (action.security?.length === 0) {
    const own = (config[name] ?? []).filter((policy) => isSecurityPolicy(known, policy));
    if (own.length > 0)
      return [
        `${file}: security: [] opens the action, and ${JSON.stringify(name)} in config/policies.js guards it with ${own.join(", ")}; remove one of them`,
      ];
  }
  if (action.policies?.length !== 0 || given.length === 0) return [];
  return [
    `${file}: policies: [] takes away none of the policies of config/policies.js (${given.join(", ")}); ${cure}, or remove the key`,
  ];
}

/** Matches `*`, `books/*` (including nested names) and `books/list`. */
function matchesGlob(glob: string, actionName: string): boolean {
  if (glob === "*" || glob === actionName) return true;
  return glob.endsWith("/*") && actionName.startsWith(glob.slice(0, -1));
}
