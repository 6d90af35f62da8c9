/** RFC 3339, section 5.6; between date and time a space will do. */
export declare function isDateTime(text: string, zoned: boolean): boolean;
export declare function isDate(text: string): boolean;
/** A leap second only where it is 23:59:60 in UTC. @param zoned must it say its time zone? */
export declare function isTime(text: string, zoned: boolean): boolean;
