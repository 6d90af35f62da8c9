import { isKeepingHeaders } from "./kept-back-headers.js";
import { redirects } from "./redirects.js";
/**
 * Keeps credentials in headers of their own from other origins: `fetch` takes `Authorization` and `Cookie` from what it sends on there but
 * leaves other headers. Browsers do not tell where they are sent; there `fetch` goes on by itself.
 */
export const follow = async (url, init, login, ask) => {
    const secrets = login.flatMap(([{ in: part, name }]) => (part || !name ? [] : name.toLowerCase()));
    if (secrets.length === 0 || isKeepingHeaders())
        return ask(url, init);
    const followRedirects = redirects.now ?? (await redirects.load());
    return followRedirects(url, init, secrets, ask);
};
