import { isObject, isReference, type JsonObject } from "../json/is-object.js";
import type { PathTemplate } from "../paths/path-template.js";
import type { BuildContext } from "./build-context.js";
import { normalStatus } from "./build-response.js";
import { allowsStyle, isParameterLocation, isParameterStyle } from "./parameter-style.js";

/** The kind of an object of the description. */
type Kind = "parameter" | "requestBody" | "response" | "mediaType" | "header" | "link" | "encoding" | "example" | "any";

/** The maps inside each kind, by field. */
const MAPS: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  parameter: { content: "mediaType", examples: "example" },
  requestBody: { content: "mediaType" },
  response: { headers: "header", content: "mediaType", links: "link" },
  mediaType: { examples: "example", encoding: "encoding" },
  header: { content: "mediaType", examples: "example" },
  encoding: { headers: "header" },
  link: {},
  example: {},
  any: {},
};

/** Returns true if building the operation would find no problem. Remembers the result for each object. */
type SoundnessCheck = (operation: JsonObject, pathItems: readonly JsonObject[], template: PathTemplate) => boolean;

/**
 * Most operations are well formed, and their parts need not be built before somebody uses them. This check only reads.
 * An operation that fails it is built when the diagnostics are read, so that its problems are included.
 */
export function createSoundnessCheck({ documents }: BuildContext): SoundnessCheck {
  const sound = new Set<unknown>();
  return (operation, pathItems, template) =>
    parametersMatch([operation, ...pathItems], template) &&
    isSoundMember(operation.requestBody, "requestBody") &&
    isSoundMap(operation.responses, "response", (key) => key.startsWith("x-") || normalStatus(key) !== undefined) &&
    isSoundList(operation.servers) &&
    pathItems.every(({ servers }) => isSoundList(servers)) &&
    isSoundList(operation.security) &&
    isSoundMember(operation.callbacks, "any");

  function isSoundMember(member: unknown, kind: Kind): boolean {
    const value = isReference(member) ? documents.resolve(member.$ref)?.value : member;
    if (value === undefined || value === null || sound.has(value)) return true;
    if (!isObject(value)) return false;
    for (const field in MAPS[kind]) {
      const inner = MAPS[kind][field];
      if (inner !== undefined && Object.hasOwn(value, field) && !isSoundMap(value[field], inner)) return false;
    }
    sound.add(value);
    return true;
  }

  function isSoundMap(member: unknown, kind: Kind, isKey: (key: string) => boolean = () => true): boolean {
    const value = isReference(member) ? documents.resolve(member.$ref)?.value : member;
    if (value === undefined || value === null) return true;
    // Examples may also be lists or bare values, so they are not checked.
    if (kind === "example") return true;
    if (!isObject(value)) return false;
    for (const key in value) {
      if (!isKey(key) || !isSoundMember(value[key], kind)) return false;
    }
    return true;
  }

  function isSoundList(member: unknown): boolean {
    return member === undefined || member === null || (Array.isArray(member) && member.every(isObject));
  }

  function parametersMatch(owners: readonly JsonObject[], template: PathTemplate): boolean {
    let inPath: Set<string> | undefined;
    for (const { parameters } of owners) {
      if (parameters === undefined || parameters === null) continue;
      if (!Array.isArray(parameters)) return false;
      for (const member of parameters) {
        const value = isReference(member) ? documents.resolve(member.$ref)?.value : member;
        if (!isObject(value) || !isSoundParameter(value)) return false;
        if (value.in !== "path") continue;
        inPath ??= new Set();
        inPath.add(String(value.name));
      }
    }
    const named = template.parameters;
    if (inPath === undefined) return named.length === 0;
    const declared = inPath;
    return declared.size === named.length && named.every((name) => declared.has(name));
  }

  function isSoundParameter(value: JsonObject): boolean {
    if (sound.has(value)) return true;
    const { name, in: location, style } = value;
    if (typeof name !== "string" || !isParameterLocation(location)) return false;
    if (style !== undefined && !(isParameterStyle(style) && allowsStyle(location, style))) return false;
    return isSoundMember(value, "parameter");
  }
}
