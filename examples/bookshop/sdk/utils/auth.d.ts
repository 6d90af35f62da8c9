/** How the client proves who it is. A function is asked for each call, and once more after a 401. */
export interface AuthOptions {
    /** Fills bearer, OAuth2 and OpenID Connect schemes, and an API key when the description has nothing else. */
    readonly token?: Secret;
    readonly username?: string;
    readonly password?: string;
    readonly apiKey?: Secret;
    /** By the description's scheme names, where one credential for all is not enough. */
    readonly schemes?: Readonly<Record<string, Secret | Login>>;
}
export type Secret = string | ((context: {
    readonly refresh: boolean;
}) => string | Promise<string>);
interface Login {
    readonly username: string;
    readonly password: string;
}
/** A security scheme of the description, as generated clients hold it: which credential it takes, and where that goes. */
export interface SchemeSpec {
    /** Absent: a token. */
    readonly takes?: "apiKey" | "login" | "nothing";
    /** Absent: a header. */
    readonly in?: "query" | "cookie";
    /** Absent: `authorization`. */
    readonly name?: string;
    /** Before the credential: `Bearer`. */
    readonly label?: string;
}
/** A credential and where it goes. */
export type Credential = readonly [scheme: SchemeSpec, secret: string];
/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. A promise only where a function has to be asked. @see OpenAPI 3.1, "Security Requirement Object"
 */
export declare function credentials(alternatives: readonly (readonly string[])[] | undefined, schemes: Readonly<Record<string, SchemeSpec>>, auth: AuthOptions, refresh: boolean): readonly Credential[] | Promise<readonly Credential[]>;
export {};
