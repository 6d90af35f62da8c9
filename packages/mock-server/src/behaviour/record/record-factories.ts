import { type Fitting, type Problem, ProblemError } from "@onespec/http-contract";
import { type ApiDescription, getOrMake, type Resource, withValueAt } from "@onespec/spec-core";
import type { RecordFactories } from "../../model/mock-context.js";
import type { ResourceStates } from "../../model/resource-states.js";
import { createFileAddresses } from "../../response/file-facts.js";
import { createOwnAddress } from "../../response/own-address.js";
import { createRecordMoments, type RecordMoments } from "../../response/record-moments.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { isWholeScope } from "../../store/record-table.js";
import { createIdSource, type IdSource } from "./id-source.js";
import { keyInRecord, recordPathMaker, withKey, withParents } from "./record-key.js";
import { createRecordMaker, type RecordMaker } from "./record-maker.js";

/** Tries of numeric ids. Clients may have taken many numbers in a row, and each try costs a lookup. */
const MOST_NUMBERS = 100_000;
/**
 * Tries of other ids. Generated texts rarely collide unless the schema allows only a few, and each try may cost a
 * sample.
 */
const MOST_TEXTS = 50;

/** @throws ProblemError from `make`, when no id is free */
export function createRecordFactories(
  api: ApiDescription,
  fitting: Fitting,
  states: ResourceStates,
  seedValue: string,
): RecordFactories {
  const { schemas } = api;
  const parts = new Map<Resource, RecordParts>();
  const partsOf = (resource: Resource): RecordParts => {
    return getOrMake(parts, resource, () => {
      const { create, replace } = resource.roles;
      const writers = [create, replace].filter((operation) => operation !== undefined);
      // The item path defines the format of the id, so prefer a resource that has one.
      const named = resource.itemPath === undefined ? states.of(resource).owner : resource;
      return {
        ids: createIdSource(schemas, fitting, seedValue, named),
        maker: createRecordMaker(schemas, fitting, resource, writers, api.operations),
        moments: createRecordMoments(api, resource),
        address: recordAddress(api, states, resource),
      };
    });
  };
  return {
    async make(resource, written, { scope, parents, key: chosen, now, isGiven }) {
      const { ids, maker, moments, address } = partsOf(resource);
      const { collection } = states.of(resource);
      const whole = isWholeScope(scope) ? scope : scope.map((part) => part ?? "");
      const finish = (number: number, key: string, id?: string | number): StoredRecord => {
        const named = id === undefined ? withKey(schemas, resource, written, key) : withId(resource, written, id);
        const placed = withParents(schemas, resource, named, parents);
        // The id in the record wins over the one in the path: `PUT /pets/007` makes pet 7.
        const known = now === undefined ? undefined : moments.known(now);
        const made = maker(placed, `${resource.stateKey} ${number}`, known, isGiven);
        const ownKey = keyInRecord(resource, placed) ?? key;
        const value = address ? address(made, whole, ownKey) : made;
        return {
          key: ownKey,
          scope: whole,
          value: now === undefined ? value : moments.made(value, now, placed),
        };
      };
      let number = await collection.nextNumber();
      if (chosen !== undefined) return finish(number, chosen);
      for (let attempt = 0; ; attempt++) {
        const id = ids(number, attempt);
        if ((await collection.get(whole, String(id))) === undefined) return finish(number, String(id), id);
        const isCounted = typeof id === "number";
        if (attempt + 1 >= (isCounted ? MOST_NUMBERS : MOST_TEXTS)) throw new ProblemError(noFreeId(resource));
        if (isCounted || attempt > 2) number = await collection.nextNumber();
      }
    },
  };
}

/**
 * Returns a function that sets the addresses of a record and of its files in the record. `undefined` if the record
 * contains no address, or has no path.
 */
function recordAddress(
  api: ApiDescription,
  states: ResourceStates,
  resource: Resource,
): ((value: JsonObject, scope: readonly string[], key: string) => JsonObject) | undefined {
  const { owner } = states.of(resource);
  const makers = [createFileAddresses(api, owner), createOwnAddress(api, owner)].filter((one) => one !== undefined);
  const pathOf = makers.length > 0 ? recordPathMaker(owner) : undefined;
  if (!pathOf) return undefined;
  return (value, scope, key) => {
    const path = pathOf(scope, key);
    return path === undefined ? value : makers.reduce((made, address) => address(made, path), value);
  };
}

interface RecordParts {
  readonly ids: IdSource;
  readonly maker: RecordMaker;
  readonly moments: RecordMoments;
  readonly address: ReturnType<typeof recordAddress>;
}

/** For example, if the id is an enum and there is a record for each of its values. */
function noFreeId({ name, id }: Resource): Problem {
  const message = `${name} has a record for every id that was tried`;
  const path = `/${(id.property ?? []).join("/")}`;
  return { status: 409, code: "no-free-id", message: "No free id", details: [{ in: "body", path, message }] };
}

function withId({ id: { property } }: Resource, written: JsonObject, id: string | number): JsonObject {
  return property ? (withValueAt(written, property, id) as JsonObject) : written;
}
