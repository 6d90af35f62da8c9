import type { ServiceContext } from "../action/action.js";
import type { Repository } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { RecordCompleter } from "./complete-record.js";
import { type ContractOptions, checkContractOptions } from "./contract-options.js";
import { declaredProperties } from "./contract-schemas.js";
import { RecordShape } from "./record-shape.js";
import { SentRecords } from "./sent-records.js";
import { ShownRecords } from "./shown-records.js";

/** The objects that all methods of a generated service work with. */
export interface ServiceParts {
  readonly context: ServiceContext;
  readonly options: ContractOptions;
  readonly repository: Repository;
  readonly entity: Entity;
  /** The field of the primary key. */
  readonly key: string;
  readonly shape: RecordShape;
  readonly shown: ShownRecords;
  readonly completer: RecordCompleter;
  readonly sentRecords: SentRecords;
}

export function serviceParts(context: ServiceContext, options: ContractOptions): ServiceParts {
  checkContractOptions(options);
  const repository = context.repository(options.model);
  const { entity } = repository;
  const { id, parents = [], shapes = [] } = options;
  const promised = declaredProperties(context, shapes);
  const named = [id.field, ...parents.map(({ field }) => field)];
  const shape = new RecordShape(entity, options, promised && new Set([...promised, ...named]));
  return {
    context,
    options,
    repository,
    entity,
    key: entity.fields.find(({ primaryKey }) => primaryKey)?.name ?? "id",
    shape,
    shown: new ShownRecords(id, shape, promised !== undefined),
    completer: new RecordCompleter(context, options, entity, shape.made),
    sentRecords: new SentRecords(context, options, entity),
  };
}
