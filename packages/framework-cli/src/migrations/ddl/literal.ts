import { isMysql, type SqlDialect } from "../../database/dialect.js";
import { columnType } from "../../database/sql/column-type.js";
import { quoteText } from "../../database/sql/statement.js";
import type { JsonValue } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { MigrationError } from "../../errors/migration-error.js";

const LONE_SURROGATE = /\p{Cs}/u;

/**
 * Formats a record's value as SQL, in the form that the database stores (see `columnType`).
 * @param place for the message: `books.pages`
 * @throws MigrationError MIGRATION_INVALID
 */
export function literal(value: JsonValue, type: FieldType, dialect: SqlDialect, place: string): string {
  if (value === null) return "NULL";
  const text = (): string => {
    if (typeof value === "string" && (value.includes("\0") || LONE_SURROGATE.test(value)))
      throw unfit(value, type, place);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
    throw unfit(value, type, place);
  };
  switch (type.kind) {
    case "string":
    case "text":
    case "enum":
    case "uuid":
    case "time":
      return quoteText(text(), dialect);
    case "date":
      return dialect === "postgres" ? `DATE ${quoteText(text(), dialect)}` : quoteText(text(), dialect);
    case "integer":
    case "bigint":
    case "double":
    case "decimal":
      if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text())) return text();
      throw unfit(value, type, place);
    case "boolean":
      if (typeof value !== "boolean") throw unfit(value, type, place);
      if (dialect === "postgres") return value ? "TRUE" : "FALSE";
      return value ? "1" : "0";
    case "json": {
      const json = quoteText(JSON.stringify(value), dialect);
      if (type.elements === undefined || dialect !== "postgres") return json;
      return `ARRAY(SELECT jsonb_array_elements_text(${json}))::${columnType(type, dialect).replace(/ COLLATE .*/, "")}`;
    }
    case "binary":
      return binaryLiteral(Buffer.from(text(), "base64").toString("hex"), dialect);
    case "timestamp": {
      const moment = new Date(text());
      if (Number.isNaN(moment.getTime())) throw unfit(value, type, place);
      return timestampLiteral(moment.toISOString(), dialect);
    }
  }
}

function timestampLiteral(iso: string, dialect: SqlDialect): string {
  const plain = iso.replace("T", " ").replace("Z", "");
  if (dialect === "postgres") return `TIMESTAMP WITH TIME ZONE '${plain}+00'`;
  if (dialect === "oracle") return `TIMESTAMP '${plain} +00:00'`;
  return isMysql(dialect) ? `'${plain}'` : `'${plain} +00:00'`;
}

function binaryLiteral(hex: string, dialect: SqlDialect): string {
  if (dialect === "postgres") return `'\\x${hex}'::bytea`;
  if (dialect === "mssql") return `0x${hex}`;
  return dialect === "oracle" ? `HEXTORAW('${hex}')` : `X'${hex}'`;
}

function unfit(value: JsonValue, { kind }: FieldType, place: string): MigrationError {
  return new MigrationError("MIGRATION_INVALID", `${JSON.stringify(value)} is no ${kind} for ${place}.`, {
    hint: "Correct the value in the migration or the answers file.",
  });
}
