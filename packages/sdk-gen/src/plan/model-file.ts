/** Of models: five times as many as the largest descriptions have. Writing a hundred thousand files takes longer than all else. */
const MANY = 5_000;
/** Modules that many models share: a prime, so that each gets about as many. */
const PARTS = 61;

/**
 * Which module holds a model, by its name: one to itself as long as they are not very many, else one of those that all share. It
 * depends on the name alone, so that models that come and go do not move others.
 */
export function modelFiles(count: number): (name: string) => string {
  if (count <= MANY) return (name) => name;
  // Not an identifier, so no model has it for a name.
  return (name) => `part-${hash(name) % PARTS}`;
}

function hash(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return sum;
}
