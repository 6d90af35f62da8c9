import type { FieldType } from "../entity/field-type.js";
import { type DataType, DataTypes } from "./data-types.js";

/** What a model file writes for a type: the way back from `readFieldType`. */
export function dataTypeOf(type: FieldType): DataType {
  switch (type.kind) {
    case "string":
      return DataTypes.STRING(type.length);
    case "text":
      return { key: "TEXT" };
    case "uuid":
      return DataTypes.UUID;
    case "integer":
      return DataTypes.INTEGER;
    case "bigint":
      return DataTypes.BIGINT;
    case "double":
      return DataTypes.DOUBLE;
    case "decimal":
      return DataTypes.DECIMAL(type.precision, type.scale, type.reads);
    case "boolean":
      return DataTypes.BOOLEAN;
    case "timestamp":
      return DataTypes.DATE;
    case "date":
      return DataTypes.DATEONLY;
    case "time":
      return DataTypes.TIME;
    case "json":
      return DataTypes.JSON;
    case "binary":
      return { key: "BLOB" };
    case "enum":
      return DataTypes.ENUM(...type.values);
  }
}
