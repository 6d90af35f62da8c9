/** The path parameters of a call on one record, or of creating one: by position, since paths may name one thing differently. */
export function recordParameters({ parents = [], idParameter = "id" }, { path }, given, id) {
    const names = path ?? [...parents.map(({ parameter }) => parameter), idParameter];
    const parameters = {};
    for (const [at, { parameter }] of parents.entries())
        parameters[names[at] ?? parameter] = given[parameter];
    const idName = names[parents.length];
    if (id !== undefined && idName !== undefined)
        parameters[idName] = id;
    return parameters;
}
