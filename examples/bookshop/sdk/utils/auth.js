/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. A promise only where a function has to be asked. @see OpenAPI 3.1, "Security Requirement Object"
 */
export function credentials(alternatives = [], schemes, auth, refresh) {
    const isOpen = alternatives.length === 0 && Object.keys(schemes).length === 0;
    let found = isOpen ? [[{ label: "Bearer" }, auth.token]] : [];
    for (const names of alternatives) {
        found = names.map((name) => [schemes[name] ?? {}, secretOf(schemes[name], auth, auth.schemes?.[name])]);
        // An empty alternative means "or nothing": it is taken only when no other can be met.
        if (found.length > 0 && !found.some(isMissing))
            break;
    }
    if (found.some(isMissing))
        return [];
    return found.some(([, secret]) => typeof secret === "function") ? ask(found, refresh) : found;
}
function isMissing([, secret]) {
    return secret === undefined;
}
async function ask(found, refresh) {
    const asked = [];
    for (const [scheme, secret = ""] of found)
        asked.push([scheme, typeof secret === "function" ? await secret({ refresh }) : secret]);
    return asked;
}
function secretOf(scheme, auth, own) {
    if (!scheme)
        return undefined;
    const { takes } = scheme;
    if (takes === "nothing")
        return "";
    if (takes === "login") {
        const { username, password = "" } = typeof own === "object" ? own : auth;
        // UTF-8, as RFC 7617 allows.
        return username === undefined
            ? undefined
            : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
    }
    return (typeof own === "object" ? undefined : own) ?? (takes && auth.apiKey) ?? auth.token;
}
