/** How the client proves who it is. A function is asked for each call, and once more after a 401. */
export interface AuthOptions {
    /** Fills bearer, OAuth2 and OpenID Connect schemes, and an API key when the description has nothing else. */
    readonly token?: Secret;
    readonly username?: string;
    readonly password?: string;
    readonly apiKey?: Secret;
    /** By the description's scheme names, where one credential for all is not enough. */
    readonly schemes?: Readonly<Record<string, Secret | {
        readonly username: string;
        readonly password: string;
    }>>;
}
export type Secret = string | ((context: {
    readonly refresh: boolean;
}) => string | Promise<string>);
/** A security scheme of the description, as generated clients hold it. */
export type SchemeSpec = {
    readonly type: "apiKey";
    readonly in: "header" | "query" | "cookie";
    readonly name: string;
} | {
    readonly type: "http";
    readonly scheme: string;
} | {
    readonly type: "oauth2" | "openIdConnect" | "mutualTLS";
};
export interface Credentials {
    readonly headers: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
}
/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. @see OpenAPI 3.1, "Security Requirement Object"
 */
export declare function credentials(alternatives: readonly (readonly string[])[] | undefined, schemes: Readonly<Record<string, SchemeSpec>>, auth: AuthOptions, refresh: boolean): Promise<Credentials>;
