import { expect, test } from "vitest";
import { uriText } from "./uri-text.js";

test("what no address may hold is encoded, the rest is as it was", () => {
  const address = "http://h:80/a%20b/ü;c='d'?x[]=(1)&y=$,+!*@~#z";
  expect(uriText(address)).toBe(address.replace("ü", "%C3%BC"));
  expect(uriText('/a>; rel="next", <http://evil\\^`{|}\r\n\ud800')).toBe(
    "/a%3E;%20rel=%22next%22,%20%3Chttp://evil%5C%5E%60%7B%7C%7D%0D%0A%EF%BF%BD",
  );
});
