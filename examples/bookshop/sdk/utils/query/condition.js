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
