/**
 * An address that paths can be put behind. A server may be named by a path: it is that of the page then. One that cannot be used
 * is refused here, as what the platform says of it would hold the whole URL, with credentials.
 * @throws ClientError BASE_URL_INVALID
 */
export declare function rootOf(base: string): string;
