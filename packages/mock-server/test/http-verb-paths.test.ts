import { expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const listOf = (items: object) => ({ type: "array", items });
const net = object({ Id: { ...text, readOnly: true }, Name: text, Labels: text }, { required: ["Id", "Name"] });
const gone = { 204: { description: "gone" } };
const id = [inPath("id")];

test("POST /nets/create makes what GET /nets lists and /nets/{id} reads; its answer names the record", async () => {
  const call = await serve({
    "/nets": { get: { responses: ok(listOf(net)) } },
    "/nets/create": {
      post: {
        requestBody: json(object({ Name: text, Labels: text }, { required: ["Name"] })),
        responses: { 201: { description: "made", ...json(object({ Id: text, Warning: text }, { required: ["Id"] })) } },
      },
    },
    "/nets/{id}": { parameters: id, get: { responses: ok(net) }, delete: { responses: gone } },
  });
  const { body: made } = await call("POST", "/nets/create", { Name: "n1", Labels: "a" });
  expect((await call("GET", `/nets/${made.Id}`)).body).toMatchObject({ Id: made.Id, Name: "n1", Labels: "a" });
  expect((await call("GET", "/nets")).body).toContainEqual(expect.objectContaining({ Id: made.Id }));
  expect((await call("DELETE", `/nets/${made.Id}`)).status).toBe(204);
  expect((await call("GET", `/nets/${made.Id}`)).status).toBe(404);
});

test("one word behind the collection and the item is the path of both: /boxes/json and /boxes/{id}/json", async () => {
  const call = await serve({
    "/boxes/json": { get: { responses: ok(listOf(object({ Id: text, Image: text }))) } },
    "/boxes/create": {
      post: {
        requestBody: json(object({ Image: text }, { required: ["Image"] })),
        responses: { 201: { description: "made", ...json(object({ Id: text }, { required: ["Id"] })) } },
      },
    },
    "/boxes/{id}/json": { parameters: id, get: { responses: ok(object({ Id: text, Image: text, Size: integer })) } },
    "/boxes/{id}/logs": { parameters: id, get: { responses: ok(text) } },
    "/boxes/{id}": { parameters: id, delete: { responses: gone } },
  });
  const { body: made } = await call("POST", "/boxes/create", { Image: "a" });
  expect((await call("GET", `/boxes/${made.Id}/json`)).body).toMatchObject({ Id: made.Id, Image: "a" });
  expect((await call("GET", "/boxes/json")).body).toContainEqual(expect.objectContaining({ Id: made.Id, Image: "a" }));
  await call("DELETE", `/boxes/${made.Id}`);
  expect((await call("GET", `/boxes/${made.Id}/json`)).status).toBe(404);
});

test("a verb stands before or behind the id: send, update, cancel, delete", async () => {
  const letter = object({ letter_id: { ...text, readOnly: true }, title: text, is_cancelled: { type: "boolean" } });
  const wrapped = ok(object({ letter }));
  const letterId = [inPath("letter_id")];
  const call = await serve({
    "/letter/list": {
      get: { parameters: [inQuery("page", integer)], responses: ok(object({ letters: listOf(letter) })) },
    },
    "/letter/send": { post: { requestBody: json(object({ title: text })), responses: wrapped } },
    "/letter/{letter_id}": { parameters: letterId, get: { responses: wrapped } },
    "/letter/update/{letter_id}": {
      parameters: letterId,
      post: { requestBody: json(object({ title: text })), responses: wrapped },
    },
    "/letter/cancel/{letter_id}": { parameters: letterId, post: { responses: wrapped } },
    "/letter/{letter_id}/delete": { parameters: letterId, post: { responses: { 200: { description: "ok" } } } },
  });
  const read = async (key: string) => (await call("GET", `/letter/${key}`)).body?.letter;
  const sent = (await call("POST", "/letter/send", { title: "a" })).body.letter;
  expect(await read(sent.letter_id)).toMatchObject({ title: "a" });
  await call("POST", `/letter/update/${sent.letter_id}`, { title: "b" });
  await call("POST", `/letter/cancel/${sent.letter_id}`);
  expect(await read(sent.letter_id)).toMatchObject({ title: "b", is_cancelled: true });
  expect((await call("POST", "/letter/cancel/none")).status).toBe(404);
  expect((await call("GET", "/letter/list")).body.letters).toContainEqual(expect.objectContaining({ title: "b" }));
  expect((await call("POST", `/letter/${sent.letter_id}/delete`)).status).toBe(200);
  expect((await call("GET", `/letter/${sent.letter_id}`)).status).toBe(404);
});

test.each([
  ["post", "/recipients/", ["create", "get", "list", "update", "remove", "cancel"]],
  ["post", "/recipients.", ["create", "info", "list", "update", "delete", "cancel"]],
  ["post", "/recipients/", ["add.json", "info.json", "list.json", "update.json", "delete.json", "cancel.json"]],
  ["get", "/v1/recipients.", ["add", "getRecipient", "list", "edit", "delete", "cancel"]],
])("requests by %s to %sverb name the record that is meant", async (reading, base, verbs) => {
  const [create, read, list, update, remove, cancel] = verbs.map((verb) => `${base}${verb}`) as [string, ...string[]];
  const status = { type: "string", enum: ["open", "cancelled"] };
  const recipient = object({ recipient_id: { ...text, readOnly: true }, name: text, status });
  const named = object({ recipient_id: text }, { required: ["recipient_id"] });
  const byId =
    reading === "get"
      ? { parameters: [{ ...inQuery("recipient_id", text), required: true }] }
      : { requestBody: json(named) };
  const limited = { requestBody: json(object({ limit: integer, name: text })) };
  const listing = reading === "get" ? { parameters: [inQuery("limit", integer), inQuery("name", text)] } : limited;
  const writing = { requestBody: json(object({ recipient_id: text, name: text }, { required: ["recipient_id"] })) };
  const call = await serve({
    [create]: { post: { requestBody: json(object({ name: text })), responses: ok(object({ recipient_id: text })) } },
    [read as string]: { [reading]: { ...byId, responses: ok(recipient) } },
    [list as string]: { [reading]: { ...listing, responses: ok(object({ recipients: listOf(recipient) })) } },
    [update as string]: { post: { ...writing, responses: ok(recipient) } },
    [remove as string]: { post: { requestBody: json(named), responses: ok(object({ ok: { type: "boolean" } })) } },
    [cancel as string]: { post: { requestBody: json(named), responses: ok(recipient) } },
  });
  const ask = (path = "", sent: Record<string, string | number> = {}) =>
    reading === "get"
      ? call(
          "GET",
          `${path}?${new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]))}`,
        )
      : call("POST", path, sent);
  const ids: string[] = [];
  for (const name of ["Ann", "Ben"]) ids.push((await call("POST", create, { name })).body.recipient_id);
  const [ann = "", ben = ""] = ids;
  expect((await ask(read, { recipient_id: ben })).body).toMatchObject({ recipient_id: ben, name: "Ben" });
  expect((await ask(read, { recipient_id: ben })).headers.get("mock-ignored")).toBeNull();
  expect((await ask(list)).body.recipients.map(({ name }: { name: string }) => name)).toEqual(["Ann", "Ben"]);
  expect((await ask(list, { limit: 1 })).body.recipients.length).toBe(1);
  expect((await ask(list, { name: "Ben" })).body.recipients).toMatchObject([{ recipient_id: ben }]);
  await call("POST", update as string, { recipient_id: ann, name: "Cy" });
  expect((await ask(read, { recipient_id: ann })).body.name).toBe("Cy");
  await call("POST", cancel as string, { recipient_id: ann });
  expect((await ask(read, { recipient_id: ann })).body.status).toBe("cancelled");
  expect((await call("POST", remove as string, { recipient_id: ann })).status).toBe(200);
  expect((await ask(read, { recipient_id: ann })).status).toBe(404);
});

test("a call may go by several methods: GET and POST /codes/get, PATCH and POST /codes/update, DELETE and POST /codes/delete", async () => {
  const code = object({ code_id: text, device_id: text, pin: text });
  const named = object({ code_id: text }, { required: ["code_id"] });
  const byId = { parameters: [{ ...inQuery("code_id", text), required: true }] };
  const read = { responses: ok(object({ code, ok: { type: "boolean" } })) };
  const list = { responses: ok(object({ codes: listOf(code), ok: { type: "boolean" } })) };
  const done = ok(object({ ok: { type: "boolean" } }));
  const making = { requestBody: json(object({ device_id: text, pin: text })), responses: read.responses };
  const update = {
    requestBody: json(object({ code_id: text, pin: text }, { required: ["code_id"] })),
    responses: done,
  };
  const close = { requestBody: json(named), responses: done };
  const call = await serve({
    "/codes/create": { post: making, put: making },
    "/codes/get": { get: { ...byId, ...read }, post: { requestBody: json(named), ...read } },
    "/codes/list": {
      get: { parameters: [inQuery("device_id", text)], ...list },
      post: { requestBody: json(object({ device_id: text })), ...list },
    },
    "/codes/update": { patch: update, post: update },
    "/codes/delete": { delete: { ...byId, responses: done }, post: close },
  });
  const { code_id } = (await call("POST", "/codes/create", { device_id: "d1", pin: "1" })).body.code;
  const other = (await call("PUT", "/codes/create", { device_id: "d2", pin: "2" })).body.code;
  expect((await call("POST", "/codes/get", { code_id })).body.code).toMatchObject({ code_id, pin: "1" });
  expect((await call("GET", `/codes/get?code_id=${other.code_id}`)).body.code).toEqual(other);
  expect((await call("POST", "/codes/list", { device_id: "d2" })).body.codes).toEqual([other]);
  expect((await call("GET", "/codes/list?device_id=d2")).body.codes).toEqual([other]);
  expect((await call("GET", "/codes/list")).body.codes.length).toBe(2);
  await call("PATCH", "/codes/update", { code_id, pin: "3" });
  expect((await call("GET", `/codes/get?code_id=${code_id}`)).body.code.pin).toBe("3");
  await call("POST", "/codes/update", { code_id, pin: "4" });
  expect((await call("POST", "/codes/get", { code_id })).body.code.pin).toBe("4");
  expect((await call("DELETE", `/codes/delete?code_id=${code_id}`)).status).toBe(200);
  expect((await call("POST", "/codes/delete", { code_id: other.code_id })).status).toBe(200);
  expect((await call("POST", "/codes/get", { code_id })).status).toBe(404);
  expect((await call("POST", "/codes/list", {})).body.codes).toEqual([]);
});

test("a body may have a key instead of the id, and an empty form is no body", async () => {
  const uuid = { ...text, format: "uuid" };
  const space = object({ space_id: uuid, space_key: text, name: text });
  const byId = object({ space_id: uuid }, { required: ["space_id"] });
  const byKey = object({ space_key: text }, { required: ["space_key"] });
  const shown = { responses: ok(object({ space })) };
  const call = await serve({
    "/spaces/create": { post: { requestBody: json(object({ space_key: text, name: text })), ...shown } },
    "/spaces/get": { get: shown, post: { requestBody: json({ oneOf: [byId, byKey] }), ...shown } },
    "/spaces/list": {
      post: { requestBody: json(object({ space_key: text })), responses: ok(object({ spaces: listOf(space) })) },
    },
  });
  const { space: lobby } = (await call("POST", "/spaces/create", { space_key: "lobby", name: "L" })).body;
  const { space: hall } = (await call("POST", "/spaces/create", { space_key: "hall", name: "H" })).body;
  expect((await call("POST", "/spaces/get", { space_key: "hall" })).body.space).toEqual(hall);
  expect((await call("POST", "/spaces/get", { space_id: lobby.space_id })).body.space).toEqual(lobby);
  expect((await call("POST", "/spaces/get", { space_key: "attic" })).status).toBe(404);
  expect((await call("GET", `/spaces/get?space_id=${hall.space_id}`)).body.space).toEqual(hall);
  expect((await call("GET", "/spaces/get?space_key=hall")).body.space).toEqual(hall);
  const listed = await call("POST", "/spaces/list", "", { "content-type": "application/x-www-form-urlencoded" });
  expect(listed.body.spaces).toEqual([lobby, hall]);
});

test.each(["create_urgent", "send-with-template", "upsert"])(
  "POST /notes/%s also creates a note, but POST /notes/preview does not",
  async (word) => {
    const note = object({ id: integer, subject: text, urgent: { type: "boolean" } });
    const made = { requestBody: json(object({ subject: text })), responses: ok(note) };
    const call = await serve({
      "/notes/send": { post: made },
      [`/notes/${word}`]: { post: made },
      "/notes/preview": { post: made },
      "/notes/list": { get: { responses: ok(listOf(note)) } },
      "/notes/{id}": { parameters: id, get: { responses: ok(note) } },
    });
    const { body: first } = await call("POST", "/notes/send", { subject: "a" });
    await call("POST", "/notes/preview", { subject: "b" });
    const { body: second } = await call("POST", `/notes/${word}`, { subject: "c" });
    expect((await call("GET", `/notes/${second.id}`)).body).toMatchObject({ subject: "c" });
    expect((await call("GET", "/notes/list")).body).toEqual([first, second]);
  },
);

test("the id of a record may be named after an outer segment, or after two", async () => {
  const screening = object({ id: text, user: text });
  const byId = (name: string) => ({ requestBody: json(object({ [name]: text }, { required: [name] })) });
  const call = await serve({
    "/screening/person/create": { post: { requestBody: json(object({ user: text })), responses: ok(screening) } },
    "/screening/person/get": { post: { ...byId("screening_id"), responses: ok(screening) } },
    "/links/visits/create": {
      post: { requestBody: json(object({ user: text })), responses: ok(object({ link_visit_id: text })) },
    },
    "/links/visits/get": {
      post: { ...byId("link_visit_id"), responses: ok(object({ link_visit_id: text, user: text })) },
    },
    "/link/token/create": {
      post: { requestBody: json(object({ user: text })), responses: ok(object({ link_token: text })) },
    },
    "/link/token/get": { post: { ...byId("link_token"), responses: ok(object({ link_token: text, user: text })) } },
  });
  const { id } = (await call("POST", "/screening/person/create", { user: "ann" })).body;
  expect((await call("POST", "/screening/person/get", { screening_id: id })).body).toEqual({ id, user: "ann" });
  expect((await call("POST", "/screening/person/get", { screening_id: "none" })).status).toBe(404);
  const visit = (await call("POST", "/links/visits/create", { user: "cy" })).body.link_visit_id;
  expect((await call("POST", "/links/visits/get", { link_visit_id: visit })).body.user).toBe("cy");
  const { link_token } = (await call("POST", "/link/token/create", { user: "ben" })).body;
  expect((await call("POST", "/link/token/get", { link_token })).body).toEqual({ link_token, user: "ben" });
});

test("operations on another noun than the path's are about records of that noun", async () => {
  const role = object({ id: text, name: text });
  const byId = { requestBody: json(object({ role: text }, { required: ["role"] })) };
  const call = await serve({
    "/permissions.createRole": {
      post: { requestBody: json(object({ name: text })), responses: ok(object({ roleId: text })) },
    },
    "/permissions.getRole": { post: { ...byId, responses: ok(role) } },
    "/permissions.listRoles": { post: { requestBody: json(object({ limit: integer })), responses: ok(listOf(role)) } },
    "/permissions.deleteRole": { post: { ...byId, responses: ok(object({ ok: { type: "boolean" } })) } },
  });
  const { roleId } = (await call("POST", "/permissions.createRole", { name: "editor" })).body;
  expect((await call("POST", "/permissions.getRole", { role: roleId })).body).toEqual({ id: roleId, name: "editor" });
  expect((await call("POST", "/permissions.listRoles", {})).body).toMatchObject([{ id: roleId }]);
  await call("POST", "/permissions.deleteRole", { role: roleId });
  expect((await call("POST", "/permissions.getRole", { role: roleId })).status).toBe(404);
});

test("a verb and its noun may be one word: /api/getanswer beside /api/createanswer", async () => {
  const answer = object({ id: integer, question: text }, { required: ["id"] });
  const named = json(object({ id: integer }, { required: ["id"] }));
  const call = await serve({
    "/api/createanswer": { post: { requestBody: json(object({ question: text })), responses: ok(answer) } },
    "/api/getanswer": { post: { requestBody: named, responses: ok(object({ answer })) } },
    "/api/editanswer": { post: { requestBody: json(answer), responses: ok(answer) } },
    "/api/listanswers": { post: { requestBody: json(object({})), responses: ok(object({ answers: listOf(answer) })) } },
    "/api/deleteanswer": { post: { requestBody: named, responses: gone } },
  });
  const { body: made } = await call("POST", "/api/createanswer", { question: "Why?" });
  const changed = { id: made.id, question: "How?" };
  await call("POST", "/api/editanswer", changed);
  expect((await call("POST", "/api/getanswer", { id: made.id })).body).toEqual({ answer: changed });
  expect((await call("POST", "/api/listanswers", {})).body).toEqual({ answers: [changed] });
  await call("POST", "/api/deleteanswer", { id: made.id });
  expect((await call("POST", "/api/getanswer", { id: made.id })).status).toBe(404);
});

test("operations with a verb and a noun at the top are about records of that noun", async () => {
  const named = (more = {}) => ({ requestBody: json(object({ NetId: text, ...more }, { required: ["NetId"] })) });
  const shown = object({ NetId: text, Range: text, State: text });
  const context = object({ RequestId: text });
  const answer = (properties: object) => ({ responses: ok(object({ ...properties, ResponseContext: context })) });
  const filters = object({ NetIds: listOf(text), Ranges: listOf(text) });
  const call = await serve({
    "/CreateNet": { post: { requestBody: json(object({ Range: text })), ...answer({ Net: shown }) } },
    "/ReadNets": { post: { requestBody: json(object({ Filters: filters })), ...answer({ Nets: listOf(shown) }) } },
    "/UpdateNet": { post: { ...named({ Range: text }), ...answer({ Net: shown }) } },
    "/DeleteNet": { post: { ...named(), ...answer({}) } },
    "/RestartNets": { post: { requestBody: json(object({ NetIds: listOf(text) })), ...answer({}) } },
  });
  const ids = async (Filters: object) =>
    (await call("POST", "/ReadNets", { Filters })).body.Nets.map((net: { NetId: string }) => net.NetId);
  const [a, b] = [
    await call("POST", "/CreateNet", { Range: "a" }),
    await call("POST", "/CreateNet", { Range: "b" }),
  ].map(({ body }) => body.Net.NetId);
  expect([await ids({}), await ids({ NetIds: [b] }), await ids({ Ranges: ["a"] })]).toEqual([[a, b], [b], [a]]);
  expect((await call("POST", "/UpdateNet", { NetId: a, Range: "c" })).body.Net).toMatchObject({ NetId: a, Range: "c" });
  await call("POST", "/DeleteNet", { NetId: b });
  expect(await ids({})).toEqual([a]);
  expect((await call("POST", "/DeleteNet", { NetId: b })).status).toBe(404);
});

test("records that only an update names by one id are made, listed and changed, and act and go by lists of ids", async () => {
  const vm = object({ VmId: text, Size: text, State: text });
  const call = await serve({
    "/CreateVms": { post: { requestBody: json(object({ Size: text })), responses: ok(object({ Vms: listOf(vm) })) } },
    "/ReadVms": { post: { requestBody: json(object({})), responses: ok(object({ Vms: listOf(vm) })) } },
    "/UpdateVm": {
      post: { requestBody: json(object({ VmId: text, Size: text }, { required: ["VmId"] })), responses: ok(vm) },
    },
    "/StopVms": {
      post: { requestBody: json(object({ VmIds: listOf(text) })), responses: ok(object({ Vms: listOf(vm) })) },
    },
    "/DeleteVms": { post: { requestBody: json(object({ VmIds: listOf(text) })), responses: gone } },
  });
  const [{ VmId }] = (await call("POST", "/CreateVms", { Size: "s" })).body.Vms;
  await call("POST", "/UpdateVm", { VmId, Size: "m" });
  expect((await call("POST", "/ReadVms", {})).body.Vms).toMatchObject([{ VmId, Size: "m" }]);
  const [other] = (await call("POST", "/CreateVms", { Size: "l" })).body.Vms;
  expect((await call("POST", "/StopVms", { VmIds: [VmId] })).body.Vms).toMatchObject([{ VmId, Size: "m" }]);
  await call("POST", "/DeleteVms", { VmIds: [VmId] });
  expect((await call("POST", "/ReadVms", {})).body.Vms).toEqual([other]);
});

test("records are named by a property of theirs, also where they are only listed and deleted", async () => {
  const byName = (required: string, more = {}) => ({
    requestBody: json(object({ key: text, [required]: text, ...more }, { required: ["key", required] })),
  });
  const done = (word: string) => object({ email: text, [word]: { type: "boolean" } }, { required: ["email", word] });
  const template = object({ slug: text, name: text, code: text }, { required: ["slug", "name"] });
  const entry = object({ email: text, detail: text, created_at: text }, { required: ["email"] });
  const all = { requestBody: json(object({ key: text }, { required: ["key"] })) };
  const call = await serve({
    "/templates/add": { post: { ...byName("name", { code: text }), responses: ok(template) } },
    "/templates/info": { post: { ...byName("name"), responses: ok(template) } },
    "/templates/update": { post: { ...byName("name", { code: text }), responses: ok(template) } },
    "/templates/list": { post: { ...all, responses: ok(listOf(template)) } },
    "/templates/delete": { post: { ...byName("name"), responses: ok(template) } },
    "/rejects/add": {
      post: { ...byName("email", { comment: text }), responses: ok(done("added")) },
    },
    "/rejects/list": { post: { ...all, responses: ok(listOf(entry)) } },
    "/rejects/delete": {
      post: { ...byName("email"), responses: ok(done("deleted")) },
    },
  });
  const key = "k";
  await call("POST", "/templates/add", { key, name: "T1", code: "a" });
  expect((await call("POST", "/templates/info", { key, name: "T1" })).body).toMatchObject({ name: "T1", code: "a" });
  await call("POST", "/templates/update", { key, name: "T1", code: "b" });
  expect((await call("POST", "/templates/list", { key })).body).toMatchObject([{ name: "T1", code: "b" }]);
  await call("POST", "/templates/delete", { key, name: "T1" });
  expect((await call("POST", "/templates/info", { key, name: "T1" })).status).toBe(404);
  for (const email of ["a@x.com", "b@x.com"]) {
    const added = await call("POST", "/rejects/add", { key, email });
    expect(added.body).toEqual({ email, added: true });
  }
  expect((await call("POST", "/rejects/list", { key })).body).toMatchObject([
    { email: "a@x.com" },
    { email: "b@x.com" },
  ]);
  const deleted = await call("POST", "/rejects/delete", { key, email: "a@x.com" });
  expect(deleted.body).toEqual({ email: "a@x.com", deleted: true });
  expect((await call("POST", "/rejects/list", { key })).body).toMatchObject([{ email: "b@x.com" }]);
});

test("a key in the body may be another value of the record where its text says so", async () => {
  const identity = object(
    { identityId: text, externalId: text, plan: text },
    { required: ["identityId", "externalId"] },
  );
  const description = "The ID of the identity. This can be either the externalId or the identityId.";
  const byKey = (more = {}) => ({
    requestBody: json(object({ identity: { ...text, description }, ...more }, { required: ["identity"] })),
  });
  const created = { requestBody: json(object({ externalId: text, plan: text }, { required: ["externalId"] })) };
  const call = await serve({
    "/identities.create": { post: { ...created, responses: ok(object({ identityId: text })) } },
    "/identities.get": { post: { ...byKey(), responses: ok(identity) } },
    "/identities.update": { post: { ...byKey({ plan: text }), responses: ok(identity) } },
    "/identities.delete": { post: { ...byKey(), responses: ok(object({})) } },
  });
  const { identityId } = (await call("POST", "/identities.create", { externalId: "user_1", plan: "free" })).body;
  for (const key of [identityId, "user_1"])
    expect((await call("POST", "/identities.get", { identity: key })).body.identityId).toBe(identityId);
  const absent = await call("POST", "/identities.get", { identity: "free" });
  expect([absent.status, absent.body.details]).toMatchObject([404, [{ in: "body", path: "/identity" }]]);
  await call("POST", "/identities.update", { identity: "user_1", plan: "pro" });
  expect((await call("POST", "/identities.get", { identity: identityId })).body.plan).toBe("pro");
  await call("POST", "/identities.delete", { identity: "user_1" });
  expect((await call("POST", "/identities.get", { identity: "user_1" })).status).toBe(404);
});

test("a record that a dotted path names goes by the parameter that the answer calls it", async () => {
  const channel = object({ id: text, name: text, topic: text });
  const byChannel = [inQuery("channel", text)];
  const shown = ok(object({ ok: { type: "boolean" }, channel }));
  const member = object({ id: text, name: text });
  const call = await serve(
    {
      "/rooms.create": { post: { requestBody: json(object({ name: text })), responses: shown } },
      "/rooms.info": { get: { parameters: byChannel, responses: shown } },
      "/rooms.list": { get: { responses: ok(object({ channels: { type: "array", items: channel } })) } },
      "/users.info": { get: { parameters: [inQuery("user", text)], responses: ok(object({ user: member })) } },
      "/users.list": { get: { responses: ok(object({ users: { type: "array", items: member } })) } },
    },
    {},
    { seed: 3 },
  );
  const { channel: made } = (await call("POST", "/rooms.create", { name: "general" })).body;
  expect((await call("GET", `/rooms.info?channel=${made.id}`)).body.channel).toMatchObject({ name: "general" });
  expect((await call("GET", "/rooms.list")).body.channels).toContainEqual(made);
  const [first] = (await call("GET", "/users.list")).body.users;
  expect((await call("GET", `/users.info?user=${first.id}`)).body.user).toEqual(first);
  expect((await call("GET", "/users.info?user=nobody")).status).toBe(404);
});

test("POST /tasks/search lists what /tasks/{key} reads, where nothing stands at /tasks", async () => {
  const task = object({ key: text, assignee: text, state: { enum: ["OPEN", "COMPLETED"] } }, { required: ["key"] });
  const filter = object({ assignee: text, state: text });
  const search = {
    post: {
      requestBody: json(
        object({
          filter,
          page: object({ from: integer, limit: integer }),
          sort: listOf(object({ field: { enum: ["key", "assignee"] }, order: { enum: ["ASC", "DESC"] } })),
        }),
      ),
      responses: ok(object({ items: listOf(task), page: object({ totalItems: integer }) })),
    },
  };
  const call = await serve(
    {
      "/tasks/search": search,
      "/tasks/{key}": {
        parameters: [inPath("key")],
        get: { responses: ok(task) },
        patch: { requestBody: json(object({ changeset: object({ assignee: text }), action: text })), responses: gone },
      },
      "/tasks/{key}/completion": {
        parameters: [inPath("key")],
        post: { summary: "Complete a task", responses: gone },
      },
    },
    {},
    { seed: 4 },
  );
  const { body } = await call("POST", "/tasks/search", {});
  expect(body.items).toHaveLength(4);
  expect(body.page.totalItems).toBe(4);
  const keysBy = async (order: string) =>
    (await call("POST", "/tasks/search", { sort: [{ field: "key", order }] })).body.items.map(
      (one: { key: string }) => one.key,
    );
  expect(await keysBy("DESC")).toEqual((await keysBy("ASC")).reverse());
  expect(await keysBy("ASC")).toEqual((await keysBy("ASC")).sort());
  const [{ key }] = body.items;
  await call("PATCH", `/tasks/${key}`, { changeset: { assignee: "ann" } });
  const found = await call("POST", "/tasks/search", { filter: { assignee: "ann" } });
  expect(found.body.items).toMatchObject([{ key, assignee: "ann" }]);
  await call("POST", `/tasks/${key}/completion`);
  expect((await call("GET", `/tasks/${key}`)).body.state).toBe("COMPLETED");
  expect((await call("GET", "/tasks/absent")).status).toBe(404);
});

test("POST /entries/{id}/partial changes what it sends, beside the PUT that replaces", async () => {
  const entry = object({ id: text, title: text, year: integer });
  const entries = crud("/entries", entry, text) as Record<string, Record<string, object>>;
  const { patch: _, ...item } = entries["/entries/{id}"] ?? {};
  const partial = {
    parameters: id,
    post: { requestBody: json(object({ title: text, year: integer })), responses: ok(entry) },
  };
  const call = await serve({ ...entries, "/entries/{id}": item, "/entries/{id}/partial": partial });
  await call("POST", "/entries", { id: "a", title: "Alien", year: 1978 });
  await call("POST", "/entries/a/partial", { year: 1979 });
  expect((await call("GET", "/entries/a")).body).toEqual({ id: "a", title: "Alien", year: 1979 });
  await call("PUT", "/entries/a", { id: "a", title: "Aliens" });
  expect((await call("GET", "/entries/a")).body).toEqual({ id: "a", title: "Aliens" });
});

test("calls of which only the update names the record are about the records that the others create and list", async () => {
  const group = object({ id: text, name: text, handle: text });
  const shown = ok(object({ ok: { type: "boolean" }, group }));
  const token = { ...inQuery("token", text), description: "Authentication token. Requires scope: `groups:read`" };
  const call = await serve({
    "/groups.create": { post: { requestBody: json(object({ name: text, handle: text })), responses: shown } },
    "/groups.list": {
      get: { parameters: [token], responses: ok(object({ ok: { type: "boolean" }, groups: listOf(group) })) },
    },
    "/groups.update": { post: { requestBody: json(object({ group: text, name: text })), responses: shown } },
  });
  const { id } = (await call("POST", "/groups.create", { name: "a", handle: "h" })).body.group;
  const updated = (await call("POST", "/groups.update", { group: id, name: "b" })).body.group;
  expect(updated).toEqual({ id, name: "b", handle: "h" });
  expect((await call("GET", "/groups.list?token=xoxb-1")).body.groups).toEqual([updated]);
});

test("a new record may be in a property that is named after it, beside options of the request", async () => {
  const user = object({ id: text, email: text, name: text });
  const users = crud("/users", user, text) as Record<string, Record<string, object>>;
  const sent = object({ action: { enum: ["create", "invite"] }, user_info: object({ email: text, name: text }) });
  const post = { ...users["/users"]?.post, requestBody: json(sent) };
  const call = await serve({ ...users, "/users": { ...users["/users"], post } });
  const user_info = { email: "ada@example.com", name: "Ada" };
  const { body } = await call("POST", "/users", { action: "create", user_info });
  expect(body).toMatchObject(user_info);
  expect((await call("GET", `/users/${body.id}`)).body).toEqual(body);
});
