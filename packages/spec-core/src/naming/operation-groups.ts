import type { Operation } from "../model/api-description.js";
import type { Resource } from "../model/resource.js";

/** The group of an operation. */
interface OperationGroup {
  /** The resource that the operation works on, or whose records its path goes through. */
  readonly resource: Resource | undefined;
  /** The name of a group without a resource: its tag, or the first word of its path. */
  readonly text: string;
}

/**
 * Groups operations by resource, including paths below it with the same tag. Other operations are grouped by tag, or
 * else by path.
 */
export function createGroupFinder(resources: readonly Resource[]): (operation: Operation) => OperationGroup {
  const owners = resourcesByPath(resources);
  return (operation) => {
    const { role } = operation;
    return {
      resource: "resource" in role ? role.resource : resourceAround(operation, owners),
      text: groupText(operation),
    };
  };
}

/** Resources by their collection and item paths. If a path is both, the resource of the collection wins. */
function resourcesByPath(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map([
    ...resources.flatMap((one) => (one.itemPath ? [[pathKey(one.itemPath), one] as const] : [])),
    ...resources.map((one) => [pathKey(one.collectionPath), one] as const),
  ]);
}

/** The innermost resource in the path, if the description gives both the same tag, or if the tag is a class name. */
function resourceAround({ path, tags }: Operation, owners: ReadonlyMap<string, Resource>): Resource | undefined {
  const [tag] = tags;
  if (tag === undefined) return undefined;
  const isClass = CONTROLLER.test(tag);
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const resource = owners.get(pathKey(path.slice(0, end)));
    if (resource)
      return isClass || Object.values(resource.roles).some((own) => own.tags[0] === tag) ? resource : undefined;
  }
  return undefined;
}

/** The class name in LoopBack's tags, such as `TodoListController`. No person chose it. */
const CONTROLLER = /(?<=[a-z\d])Controller$/;

/** Makes paths equal that differ only in the names of their parameters. */
function pathKey(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

function groupText({ tags, template }: Operation): string {
  const [tag] = tags;
  if (tag !== undefined && /[A-Za-z\d]/.test(tag.normalize("NFKD"))) return tag.replace(CONTROLLER, "");
  const literals = template.segments.flatMap((segment) => (segment.kind === "literal" ? [segment.text] : []));
  return literals.find((text) => !/^(api|rest|v\d+(\.\d+)*)$/i.test(text)) ?? literals[0] ?? "api";
}
