import type { Group } from "../row.js";
import { badBodies } from "./bad-bodies.js";
import { codings } from "./codings.js";
import { errorForms, errorObjects } from "./error-schemas.js";
import { lists } from "./lists.js";
import { members } from "./members.js";
import { negotiation } from "./negotiation.js";
import { nested } from "./nested.js";
import { pageHeaders } from "./page-headers.js";
import { pages } from "./pages.js";
import { parameters } from "./parameters.js";
import { paths, serverPaths } from "./paths.js";
import { preconditions } from "./preconditions.js";
import { records } from "./records.js";
import { uploads } from "./uploads.js";
import { values } from "./values.js";

export const GROUPS: readonly Group[] = [
  errorObjects,
  errorForms,
  records,
  values,
  nested,
  members,
  lists,
  badBodies,
  parameters,
  paths,
  serverPaths,
  pages,
  pageHeaders,
  negotiation,
  preconditions,
  uploads,
  codings,
];
