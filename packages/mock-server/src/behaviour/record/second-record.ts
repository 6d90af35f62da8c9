import { selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  type Operation,
  objectProperties,
  pathNoun,
  type RecordPlace,
  type Resource,
  sameNoun,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { showsRecord } from "../../response/place-value.js";
import type { StoredRecord } from "../../store/record-store.js";
import { absentRecord } from "./record-address.js";

/** The second record in a path, if the answer shows it: the team of `POST /members/{id}/teams/{team_id}`. */
export interface SecondRecord {
  readonly resource: Resource;
  /** The place of the record in the answer. */
  readonly reply: RecordPlace;
  find(texts: Call["pathTexts"]): Promise<StoredRecord | undefined>;
  absent(texts: Call["pathTexts"]): ReturnType<typeof absentRecord>;
}

/** `undefined` if the answer shows no second record, or the path does not identify it. */
export function createSecondRecord(
  { api, schemas, states, seeds }: MockContext,
  operation: Operation,
  acting: Resource,
): SecondRecord | undefined {
  const { path } = operation;
  const names = operation.template.parameters;
  const last = names.at(-1) ?? "";
  if (!path.replace(/\/$/, "").endsWith(`/{${last}}`) || acting.itemPath?.includes(`{${last}}`)) return undefined;
  const noun = foldName(pathNoun(path));
  const answer = selectSuccess(operation).response?.content.find(({ schema }) => schema)?.schema;
  if (!answer) return undefined;
  const places: [RecordPlace, JsonSchema][] = [
    [[], answer.json],
    ...[...objectProperties(schemas, answer.json).values()].map(({ name, schema }): [RecordPlace, JsonSchema] => [
      [name],
      schema,
    ]),
  ];
  for (const resource of api.resources) {
    const isNamed = resource.itemPath !== undefined && sameNoun(foldName(pathNoun(resource.collectionPath)), noun);
    const { owner, find, isCreatable } = states.of(resource);
    if (!isNamed || !isCreatable || !owner.parents.every(({ parameter }) => names.slice(0, -1).includes(parameter)))
      continue;
    const reply = places.find(([, json]) => showsRecord(schemas, json, resource))?.[0];
    if (!reply) continue;
    return {
      resource,
      reply,
      async find(texts) {
        const scope = owner.parents.map(({ parameter }) => texts[parameter] ?? "");
        await seeds.fill(resource, scope);
        return find({ scope, where: [], parameter: resource.id.parameter ?? last }, texts[last] ?? "");
      },
      absent: (texts) => absentRecord(resource, last, texts[last] ?? ""),
    };
  }
  return undefined;
}
