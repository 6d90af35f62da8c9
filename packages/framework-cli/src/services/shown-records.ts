import { valueAtPlace } from "@onespec/spec-core";
import type { Row } from "../database/repository.js";
import type { ContractOptions } from "./contract-options.js";
import type { RecordShape } from "./record-shape.js";

/** Shows rows as answers do, and remembers of each record its id and the properties that it does not show. */
export class ShownRecords {
  readonly #id: ContractOptions["id"];
  readonly #shape: RecordShape;
  readonly #isPartial: boolean;
  readonly #ids = new WeakMap<Row, string>();
  readonly #wholes = new WeakMap<Row, Row>();

  /** @param isPartial answers declare their properties, so they may show a part of the record */
  constructor(id: ContractOptions["id"], shape: RecordShape, isPartial: boolean) {
    this.#id = id;
    this.#shape = shape;
    this.#isPartial = isPartial;
  }

  show(row: Row): Row {
    const record = this.#shape.join(row);
    if (this.#isPartial) this.#wholes.set(record, this.#shape.whole(row));
    return record;
  }

  /** All properties of a record that `show` has returned. */
  wholeOf(record: Row): Row | undefined {
    return this.#wholes.get(record);
  }

  setId(record: Row, id: unknown): void {
    this.#ids.set(record, String(id));
  }

  /** As paths write it. */
  idOf(record: Row): string {
    const { place, field } = this.#id;
    return String(valueAtPlace(record, place ?? [field]) ?? this.#ids.get(record) ?? "");
  }
}
