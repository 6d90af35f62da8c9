import { fail } from "./issue.js";
export const ALWAYS = () => true;
export const NEVER = (value, path, issues) => fail(issues, path, "false schema", "is not allowed", value);
