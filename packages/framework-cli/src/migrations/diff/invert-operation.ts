import type { Operation } from "../operation.js";

/** The way back. */
export function invertOperation(operation: Operation): Operation {
  switch (operation.kind) {
    case "createTable":
      return { ...operation, kind: "dropTable" };
    case "dropTable":
      return { ...operation, kind: "createTable" };
    case "renameTable":
    case "renameColumn":
    case "alterColumn":
      return { ...operation, from: operation.to, to: operation.from } as Operation;
    case "addColumn":
      return { ...operation, kind: "dropColumn" };
    case "dropColumn":
      return { ...operation, kind: "addColumn" };
    case "addIndex":
      return { ...operation, kind: "dropIndex" };
    case "dropIndex":
      return { ...operation, kind: "addIndex" };
    case "addForeignKey":
      return { ...operation, kind: "dropForeignKey" };
    case "dropForeignKey":
      return { ...operation, kind: "addForeignKey" };
    case "addCheck":
      return { ...operation, kind: "dropCheck" };
    case "dropCheck":
      return { ...operation, kind: "addCheck" };
  }
}
