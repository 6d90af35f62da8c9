import { deepEqual, equal, ok, rejects } from "node:assert/strict";

const TAGS = ["red", "green", "blue"];
const VARIABLES = Array.from({ length: 27 }, (_, at) => ({
  name: `variable_${String(at).padStart(2, "0")}`,
  value: at % 2 === 0 ? { at } : `text ${at}`,
  tags: at % 3 === 0 ? ["third"] : [],
}));

/** Lists are read with `POST …/filter`: each query is compared with the same question asked with `fetch`. */
export async function prefectSteps(step, { client, sdk, ask, requests }) {
  const { flows, flowRuns, variables } = client;
  const all = async (path, body = {}) => {
    const records = [];
    for (let offset = 0; ; offset += 200) {
      const page = (await ask("POST", `${path}/filter`, { ...body, limit: 200, offset })).body;
      records.push(...page);
      if (page.length < 200) return records;
    }
  };
  const one = async (path) => (await ask("GET", path)).body;
  const made = [];

  await step("create", async () => {
    for (let at = 0; at < 230; at += 1) {
      const flow = await flows.create({ name: `flow-${String(at).padStart(3, "0")}`, tags: [TAGS[at % 3]] });
      made.push(flow);
    }
    deepEqual(made[5], await one(`/flows/${made[5].id}`));
    for (const variable of VARIABLES) await variables.create(variable);
    equal((await all("/variables")).length, VARIABLES.length);
  });
  await step("get", async () => deepEqual(await flows.get(made[7].id), await one(`/flows/${made[7].id}`)));
  await step("a list of several pages", async () => {
    requests();
    deepEqual(await flows.find().sort("name"), await all("/flows", { sort: "NAME_ASC" }));
    ok(requests().length >= 2);
  });
  await step("sort, limit and skip", async () => {
    const { body } = await ask("POST", "/flows/filter", { sort: "NAME_DESC", limit: 15, offset: 20 });
    deepEqual(await flows.find().sort("name DESC").skip(20).limit(15), body);
  });
  await step("where", async () => {
    const kept = await all("/flows", { sort: "NAME_ASC" });
    deepEqual(await flows.find({ name: "flow-011" }), kept.slice(11, 12));
    deepEqual(
      await flows.find({ tags: "blue", name: { ">": "flow-200" } }).sort("name"),
      kept.filter(({ name, tags }) => tags.includes("blue") && name > "flow-200"),
    );
    deepEqual(
      await variables.find({ tags: "third" }).sort("name"),
      await all("/variables", { variables: { tags: { all_: ["third"] } }, sort: "NAME_ASC" }),
    );
  });
  await step("the server's own filters, as they are", async () => {
    const body = { flows: { name: { like_: "flow-01" } }, sort: "NAME_ASC" };
    deepEqual(await flows.find().params(body), (await ask("POST", "/flows/filter", body)).body);
  });
  await step("count", async () => {
    equal(await flows.find().count(), (await ask("POST", "/flows/count", {})).body);
    equal(await flows.count({}, { flows: { name: { like_: "flow-00" } } }), 10);
  });
  await step("update", async () => {
    await flows.update(made[3].id, { tags: ["changed"] });
    const { updated: _, ...rest } = await one(`/flows/${made[3].id}`);
    const { updated: __, ...before } = made[3];
    deepEqual(rest, { ...before, tags: ["changed"] });
  });
  await step("records of other resources", async () => {
    for (let at = 0; at < 12; at += 1) await flowRuns.create({ flow_id: made[at % 2].id, name: `run-${at}` });
    const of = { flows: { id: { any_: [made[0].id] } }, sort: "NAME_ASC" };
    const found = await flowRuns.find({ flow_id: made[0].id }).sort("name");
    const still = ({ estimated_run_time: _, estimated_start_time_delta: __, total_run_time: ___, ...run }) => run;
    deepEqual(found.map(still), (await all("/flow_runs", of)).map(still));
    equal(found.length, 6);
  });
  await step("delete", async () => {
    await flows.delete(made[9].id);
    equal((await ask("GET", `/flows/${made[9].id}`)).status, 404);
    equal(await flows.find().count(), 229);
  });
  await step("errors have types and bodies", async () => {
    await rejects(
      async () => await flows.get(made[9].id),
      (error) => error instanceof sdk.NotFoundError && typeof error.body.detail === "string",
    );
    await rejects(
      async () => await variables.create(VARIABLES[0]),
      (error) => error instanceof sdk.ConflictError && error.status === 409,
    );
    await rejects(async () => await flows.create({ name: 5 }), sdk.ValidationError);
  });
}

/** Reads what is there, and takes back what it makes: its results are the same each time, ids and times of new records aside. */
export async function prefectStory({ flows, variables }) {
  const results = {};
  results.flows = await flows.find().sort("name").limit(60);
  results.last = await flows.find().sort("name DESC").skip(5).limit(10);
  results.tagged = await flows.find({ tags: "blue", name: { ">": "flow-200" } }).sort("name");
  results.count = await flows.find().count();
  results.variables = await variables.find().sort("name");
  results.one = await flows.get(results.flows[3].id);
  const created = await flows.create({ name: "passing", tags: ["new"] });
  results.created = [created.name, created.tags];
  await flows.update(created.id, { tags: ["changed"] });
  results.updated = (await flows.get(created.id)).tags;
  results.found = (await flows.find({ name: "passing" })).map(({ tags }) => tags);
  await flows.delete(created.id);
  results.gone = await statusOf(async () => await flows.get(created.id));
  results.left = await flows.find().count();
  return results;
}

async function statusOf(call) {
  try {
    await call();
    return "done";
  } catch (error) {
    return [error.constructor.name, error.status];
  }
}
