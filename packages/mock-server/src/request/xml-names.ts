/** What stands before the name of an attribute. */
export const ATTRIBUTE = "@";
/** The name of the text between elements. */
export const TEXT = "#text";
