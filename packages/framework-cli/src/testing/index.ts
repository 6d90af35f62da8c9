export { type TestAnswer, type TestApp, withTestApp } from "./with-test-app.js";
