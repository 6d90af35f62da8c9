/** Says which name was probably meant, if one is near enough: at most a third of its letters differ. */
export declare function didYouMean(name: string, known: Iterable<string>): string;
