/** What the formats of text accept; those that are not here only describe. @see https://spec.openapis.org/registry/format/ */
export declare const FORMATS: Readonly<Record<string, (text: string) => boolean>>;
