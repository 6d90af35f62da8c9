import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { ViewRole } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import type { BuiltResource } from "../build/build-resources.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { lastLiteral, segmentNames, withoutBase } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { findPlainList } from "../shapes/list-shape.js";
import { isPartOf, isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findScope } from "./view-scope.js";
import { isHome } from "./views.js";

/**
 * The lists behind a list with several kinds of records: files and folders for `GET /folders/{id}/items`. Its items are
 * alternatives. Each is the record of a resource or a part of it, and all have the same id property. The path contains
 * the id of a record that each of them refers to, or it lists all records. `undefined` if one alternative does not fit.
 */
export function findMixedLists(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  route: Route,
  operation: Operation,
): readonly ViewRole[] | undefined {
  const answer = reader.answer(operation);
  const noun = foldName(lastLiteral(route.shape.segments));
  const found = answer === undefined ? undefined : findPlainList(reader, answer, { noun, record: undefined });
  const kinds = found ? reader.facts(found.items).branches : [];
  if (answer === undefined || !found || kinds.length < 2) return undefined;
  // `/folders/trash/items` shows only some records, and the description does not say which.
  const { segments } = route.shape;
  const isWhole = withoutBase(segments).length === 1;
  if (!isWhole && !segments.some((segment) => segmentNames(segment).length > 0)) return undefined;
  const views = kinds.map((kind): ViewRole | undefined => {
    const home = built.find(
      (one) => one.resource.parents.length === 0 && isHome(reader, one) && isKind(reader, kind, one),
    );
    if (!home) return undefined;
    const { resource, pair } = home;
    const record = resource.schema.json;
    const viewable = { resource, record, noun: pair.noun, collection: pair.pair.collection.shape.segments };
    const scope = findScope(reader, route, operation, viewable, built);
    if (!scope || scope.some(({ property }) => property === undefined)) return undefined;
    const id = { place: resource.id.property, parameter: resource.id.parameter };
    const input = { operation, answer, found, record, id, noun };
    return lazily({ kind: "view", resource, scope }, { list: () => inferListConvention(reader, input) });
  });
  const known = views.filter((view) => view !== undefined);
  const ids = new Set(known.map(({ resource }) => resource.id.property?.join("/") ?? ""));
  const isEach = known.length === kinds.length && new Set(known.map(({ resource }) => resource.stateKey)).size > 1;
  return isEach && ids.size === 1 && !ids.has("") ? known : undefined;
}

/** True if the schema is the resource's record, or a part of it with the same `type`. */
function isKind(reader: SchemaReader, kind: JsonSchema, { pair }: BuiltResource): boolean {
  return isSameRecord(reader, kind, pair.record) || isPartOf(reader, kind, pair.record);
}
