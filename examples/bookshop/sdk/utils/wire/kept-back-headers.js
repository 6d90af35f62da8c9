/**
 * What the platform took out of a request. Browsers keep `Cookie`, `Host`, `Origin` and others for themselves and drop them
 * without a word: the server would get another call than the one that was made.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 * @param cookies names of the cookies that were to go along
 */
export function keptBackHeaders(wanted, cookies) {
    keepsHeaders ??= !new Request("http://localhost", { headers: { cookie: "a=b" } }).headers.has("cookie");
    if (!keepsHeaders)
        return [];
    const { headers } = new Request("http://localhost", { headers: wanted });
    return Object.keys(wanted).flatMap((name) => {
        if (headers.has(name))
            return [];
        return name === "cookie" && cookies.length > 0
            ? cookies.map((cookie) => issue("cookie", cookie, COOKIE_ADVICE))
            : [issue("header", name, "this platform keeps the header for itself and would leave it out")];
    });
}
/** Of the platform, so asked once. Servers keep none. */
let keepsHeaders;
const COOKIE_ADVICE = 'cannot be given in a browser, which sends the cookies it has: leave it out, and let them go along with fetch: (request) => fetch(request, { credentials: "include" })';
function issue(part, field, message) {
    return { in: part, path: `/${field}`, field, keyword: "forbidden", message };
}
