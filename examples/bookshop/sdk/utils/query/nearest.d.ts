/** The name that was probably meant, if one is near enough: at most a third of its letters differ. */
export declare function nearest(name: string, known: Iterable<string>): string | undefined;
