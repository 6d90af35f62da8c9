/** The parts that must all hold. */
export function conjunction(where) {
    if (!where)
        return [];
    return where.kind === "and" ? where.of.flatMap(conjunction) : [where];
}
/** Other spellings, and what they mean. `!` and `not` take a list as `nin`. */
export const ALIASES = {
    "==": "=",
    eq: "=",
    "!": "!=",
    "!==": "!=",
    not: "!=",
    ne: "!=",
    lt: "<",
    lessThan: "<",
    lte: "<=",
    lessThanOrEqual: "<=",
    gt: ">",
    greaterThan: ">",
    gte: ">=",
    greaterThanOrEqual: ">=",
};
export const OPERATORS = "= != < <= > >= in nin contains notContains startsWith endsWith like icontains istartsWith iendsWith ilike exists".split(" ");
