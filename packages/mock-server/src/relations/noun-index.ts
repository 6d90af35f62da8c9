import { foldName, getOrMake, pathNoun, type Resource, sameNoun } from "@onespec/spec-core";

/** Finds the resource that a property name means. */
export interface NounIndex {
  /**
   * Returns the resource that words in a record of `from` mean, by the longest ending: `billing author` means `/authors`. If several
   * resources have the name, the one that shares the most parents with `from` wins.
   */
  find(words: readonly string[], from: Resource, options: { readonly endings: boolean }): Resource | undefined;
}

/** @param resources one for each state: those that own records */
export function createNounIndex(resources: readonly Resource[]): NounIndex {
  const byNoun = new Map<string, Resource[]>();
  for (const resource of resources) {
    const noun = nounOf(resource);
    if (noun === "" || !isNameable(resource)) continue;
    getOrMake(byNoun, noun, () => []).push(resource);
  }
  const found = new Map<string, readonly Resource[]>();
  const named = (word: string): readonly Resource[] => {
    return getOrMake(found, word, () => [...byNoun].flatMap(([noun, all]) => (sameNoun(noun, word) ? all : [])));
  };
  return {
    find(words, from, { endings }) {
      for (let start = 0; start < (endings ? words.length : 1); start++) {
        const nearest = nearestTo(from, named(words.slice(start).join("")));
        if (nearest) return nearest;
      }
      // If no resource is called `parents`, the `parentId` of a category means another category.
      const [only] = words;
      return words.length === 1 && only === "parent" && endings && isNameable(from) ? from : undefined;
    },
  };
}

/** The last literal segment of the collection path, folded. */
export function nounOf({ collectionPath }: Resource): string {
  return foldName(pathNoun(collectionPath).replace(/\.\w+$/, ""));
}

function isNameable({ id, itemPath }: Resource): boolean {
  return id.property !== undefined || itemPath !== undefined;
}

function nearestTo(from: Resource, candidates: readonly Resource[]): Resource | undefined {
  const ranked = candidates.map((candidate) => {
    const shared = sharedParents(candidate, from).filter((index) => index !== undefined).length;
    return { candidate, foreign: candidate.parents.length - shared, shared };
  });
  ranked.sort((a, b) => a.foreign - b.foreign || b.shared - a.shared);
  return ranked[0]?.candidate;
}

/** For each parent of `resource` the index of the same parent of `from`, else `undefined`. */
export function sharedParents(resource: Resource, from: Resource): readonly (number | undefined)[] {
  return resource.parents.map((parent) => {
    const index = from.parents.findIndex((own) =>
      parent.resource && own.resource
        ? parent.resource.stateKey === own.resource.stateKey
        : foldName(parent.parameter) === foldName(own.parameter),
    );
    return index < 0 ? undefined : index;
  });
}
