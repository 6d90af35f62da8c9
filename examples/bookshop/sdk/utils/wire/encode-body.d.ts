import type { BodySpec, MediaSpec } from "../operation-spec.js";
export interface EncodedBody {
    readonly body: BodyInit;
    /** Absent for multipart: the boundary is the platform's to choose. */
    readonly contentType?: string;
}
/** Which of the documented media types a value is sent as: the one asked for, else the first that can hold it. */
export declare function selectMediaType({ content }: BodySpec, value: unknown, wanted?: string): string;
/** Which of the documented media ranges, such as all images, covers a media type. @see RFC 9110, section 12.5.1 */
export declare function rangeOf(type: string, ranges: readonly string[]): string | undefined;
export declare function encodeBody(value: unknown, type: string, media: MediaSpec | undefined): EncodedBody;
export declare function isJson(type: string): boolean;
/** JSON in which `bigint`s stay exact numbers. */
export declare function toJson(value: unknown): string;
