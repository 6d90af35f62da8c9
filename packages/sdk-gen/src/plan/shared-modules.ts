/** Of models or resources: well above what the largest descriptions have. Writing tens of thousands of files takes longer than all else. */
const MANY = 5_000;
/** Modules that so many share: a prime, so that each gets about as many. */
const PARTS = 61;

/**
 * Which module holds a model or a resource, by its name: one to itself as long as they are not very many, else one of those that all
 * share. It depends on the name alone, so that those that come and go do not move others.
 */
export function sharedModules(count: number): (name: string) => string {
  if (count <= MANY) return (name) => name;
  // Not an identifier, so nothing has it for a name.
  return (name) => `part-${hash(name) % PARTS}`;
}

/** By the module that holds them, in their order. */
export function byModule<T extends { readonly file: string }>(members: Iterable<T>): ReadonlyMap<string, readonly T[]> {
  const modules = new Map<string, T[]>();
  for (const member of members) {
    const others = modules.get(member.file);
    if (others) others.push(member);
    else modules.set(member.file, [member]);
  }
  return modules;
}

function hash(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return sum;
}
