/**
 * Texts that a pattern of SQL describes: `%` is any text, `_` one character, `\` takes the next as it is. Patterns and texts may be a
 * stranger's, so nothing is tried twice at a place: the last `%` alone can still take more.
 */
export declare function like(pattern: string): (text: string) => boolean;
