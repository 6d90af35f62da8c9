import { MOCK_URL } from "./addresses.js";

/** Runs once, before all tests: saves data for some of them in a snapshot of the server, then puts the seeds back. */
export default async function prepare() {
  await post("/api/authors", { name: "Octavia E. Butler", country: "US" });
  await post("/__mock/snapshots/with-octavia");
  await post("/__mock/reset");
}

async function post(path, data) {
  const headers = { "content-type": "application/json" };
  const init = data === undefined ? {} : { headers, body: JSON.stringify(data) };
  const response = await fetch(`${MOCK_URL}${path}`, { method: "POST", ...init });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
}
