import type { PatternAutomaton } from "./pattern-automaton.js";

/** Looked at for one pattern at most: some milliseconds. */
const MOST_STEPS = 100_000;

/**
 * How the ways of a text through a pattern grow with its length n, as the exponent of n: 0 where there are never more than a fixed
 * number, infinite where each repeat multiplies them. `undefined` where that takes too long to find out.
 * @see Weber and Seidl, "On the degree of ambiguity of finite automata" (1991)
 */
export function patternAmbiguity(automaton: PatternAutomaton): number | undefined {
  if (automaton.isTwofold) return Number.POSITIVE_INFINITY;
  const ways = new Ways(automaton);
  const isExponential = ways.isExponential();
  const degree = isExponential ? Number.POSITIVE_INFINITY : ways.longestChain();
  return ways.isTooMuch ? undefined : degree;
}

/** Is there one way at most for any text? `false` where that takes too long to find out. */
export function isUnambiguous(automaton: PatternAutomaton): boolean {
  const ways = new Ways(automaton);
  const isAmbiguous = ways.isAmbiguous();
  return !automaton.isTwofold && !isAmbiguous && !ways.isTooMuch;
}

class Ways {
  readonly #next: PatternAutomaton["next"];
  readonly #overlaps: PatternAutomaton["overlaps"];
  readonly #first: readonly number[];
  readonly #size: number;
  /** By place: the loop that it is in, places of one loop can be reached from each other; `undefined` for those in none. */
  readonly #loops: readonly (number | undefined)[];
  /** By place: those of its own loop that come next. */
  readonly #within: readonly (readonly number[])[];
  #steps = 0;

  constructor({ first, next, overlaps }: PatternAutomaton) {
    this.#first = first;
    this.#next = next;
    this.#overlaps = overlaps;
    this.#size = next.length;
    const reached = next.map((_, place) => this.#reachedFrom(place, (from) => next[from] ?? []));
    this.#loops = reached.map((others, place) =>
      others.has(place) ? reached.findIndex((back, other) => others.has(other) && back.has(place)) : undefined,
    );
    this.#within = next.map((places, from) => places.filter((to) => this.#loops[to] === this.#loops[from]));
  }

  /** What was found does not count: the search was given up. */
  get isTooMuch(): boolean {
    return this.#steps > MOST_STEPS;
  }

  /** Do two different ways lead from a place to itself by one text? */
  isExponential(): boolean {
    const size = this.#size;
    const pairs = (pair: number): number[] =>
      this.#together(this.#within[Math.floor(pair / size)], this.#within[pair % size]);
    return this.#loops.some((loop, place) => {
      if (loop === undefined) return false;
      const both = place * size + place;
      const apart = [...this.#reachedFrom(both, pairs)].filter((pair) => Math.floor(pair / size) !== pair % size);
      return apart.some((pair) => this.#reachedFrom(pair, pairs).has(both));
    });
  }

  /** Can one text be in two places at once? */
  isAmbiguous(): boolean {
    const size = this.#size;
    const pairs = (pair: number): number[] =>
      this.#together(this.#next[Math.floor(pair / size)], this.#next[pair % size]);
    const starts = this.#first.flatMap((left) =>
      this.#first.flatMap((right) => (this.#overlaps(left, right) ? [left * size + right] : [])),
    );
    return starts.some((start) =>
      [start, ...this.#reachedFrom(start, pairs)].some((pair) => Math.floor(pair / size) !== pair % size),
    );
  }

  /** Of loops, each of which one text can stay in, leave for the next one, or find itself in already. */
  longestChain(): number {
    const known = new Map<number, number>();
    const chainFrom = (place: number): number => {
      const before = known.get(place);
      if (before !== undefined) return before;
      const chain = this.#loops.map((loop, other) => {
        if (loop === undefined || loop === this.#loops[place] || !this.#isShared(place, other)) return 0;
        // The next link begins at any place of the loop.
        return 1 + Math.max(...this.#loops.map((one, at) => (one === loop ? chainFrom(at) : 0)));
      });
      const longest = Math.max(0, ...chain);
      known.set(place, longest);
      return longest;
    };
    return Math.max(0, ...this.#loops.map((loop, place) => (loop === undefined ? 0 : chainFrom(place))));
  }

  /** Is there a text that leads from `early` to itself, from `early` to `late`, and from `late` to itself? */
  #isShared(early: number, late: number): boolean {
    const size = this.#size;
    const triples = (triple: number): number[] => {
      const [first, second, third] = [
        Math.floor(triple / size / size),
        Math.floor(triple / size) % size,
        triple % size,
      ];
      return this.#together(this.#within[first], this.#next[second]).flatMap((pair) => {
        const [one, two] = [Math.floor(pair / size), pair % size];
        const all =
          this.#within[third]?.filter((three) => this.#overlaps(one, three) && this.#overlaps(two, three)) ?? [];
        this.#steps += all.length;
        return all.map((three) => pair * size + three);
      });
    };
    return this.#reachedFrom((early * size + early) * size + late, triples).has((early * size + late) * size + late);
  }

  /** Pairs of places that one character leads to. */
  #together(lefts: readonly number[] = [], rights: readonly number[] = []): number[] {
    this.#steps += lefts.length * rights.length;
    if (this.isTooMuch) return [];
    return lefts.flatMap((left) =>
      rights.flatMap((right) => (this.#overlaps(left, right) ? [left * this.#size + right] : [])),
    );
  }

  /** What can be reached from `start` by a step or more. */
  #reachedFrom(start: number, next: (from: number) => readonly number[]): ReadonlySet<number> {
    const reached = new Set<number>();
    const open = [start];
    for (let from = open.pop(); from !== undefined && !this.isTooMuch; from = open.pop()) {
      const found = next(from);
      this.#steps += found.length + 1;
      for (const to of found) {
        if (reached.has(to)) continue;
        reached.add(to);
        open.push(to);
      }
    }
    return reached;
  }
}
