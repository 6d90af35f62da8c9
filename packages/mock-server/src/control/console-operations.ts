import { Refusal } from "../errors/refusal.js";
import { consoleAsset, consolePage } from "./console-files.js";
import { nothingThere } from "./nothing-there.js";
import { PlaneFile, type PlaneOperation } from "./plane-operation.js";

/** What the console's page loads. */
export function consoleOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    async getConsoleFile({ values }) {
      const name = values.pathTexts.file ?? "";
      const found = await consoleAsset(name);
      if (found) return new PlaneFile(found);
      throw nothingThere(`The console has no file ${JSON.stringify(name)}; load its page again`, []);
    },
    async getDocumentation() {
      const found = await consolePage("docs.html");
      if (found) return new PlaneFile(found);
      const detail = { message: "The console was not built", hint: "`npm run setup` builds it." };
      throw new Refusal({ status: 503, code: "not-built", message: "Not built", details: [detail] });
    },
  };
}
