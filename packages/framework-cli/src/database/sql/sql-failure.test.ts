import { expect, test } from "vitest";
import type { DatabaseError } from "../../errors/database-error.js";
import { errorTranslator } from "./sql-failure.js";

const translate = errorTranslator({ dialect: "mariadb", database: "shop" } as Parameters<typeof errorTranslator>[0]);

test.each([
  ["Data too long for column 'name' at row 1", 1406, ["name"]],
  ["Field 'price' doesn't have a default value", 1364, ["price"]],
  ["Incorrect integer value: 'column 'x'' for column `shop`.`books`.`pages` at row 1", 1366, ["pages"]],
  [`Incorrect integer value: 'column \`${".".repeat(400)}`, 1366, []],
])("the column at fault: %.60s", (sqlMessage, errno, columns) => {
  const found = translate(Object.assign(new Error(sqlMessage), { sqlMessage, errno })) as DatabaseError;
  expect(found.fields).toEqual(columns);
});
