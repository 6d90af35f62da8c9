import { describe, expect, test } from "vitest";
import {
  answers,
  array,
  boolean,
  describeApi,
  integer,
  object,
  query,
  ref,
  resourceOf,
  roleOf,
  rolesOf,
  silent,
  string,
  takes,
} from "./fixtures/small-description.js";

const Flag = object({ key: string, name: string, description: string, version: integer, environments: object({}) });

describe("a collection whose path ends in the parameter of its parent", () => {
  test("is one where its envelope has more than a list and creating answers what reading does", async () => {
    const page = object({ items: array(ref("FlagListing")), total: integer, total_with_drafts: integer });
    const api = await describeApi(
      {
        "get /flags/{project}": answers(page),
        "post /flags/{project}": takes(object({ key: string, name: string }), ref("Flag")),
        "get /flags/{project}/{flag}": answers(ref("Flag")),
        "patch /flags/{project}/{flag}": takes(ref("Flag"), ref("Flag")),
      },
      { Flag, FlagListing: object({ key: string, name: string, version: integer }) },
    );
    expect(rolesOf(api)).toEqual({
      "get /flags/{project}": "list",
      "post /flags/{project}": "create",
      "get /flags/{project}/{flag}": "read",
      "patch /flags/{project}/{flag}": "update",
    });
  });

  test("is one where nothing lists it", async () => {
    const api = await describeApi(
      {
        "post /flags/{project}": takes(object({ key: string, name: string }), ref("Flag")),
        "get /flags/{project}/{flag}": answers(ref("Flag")),
        "delete /flags/{project}/{flag}": silent,
      },
      { Flag },
    );
    expect(rolesOf(api)).toMatchObject({
      "post /flags/{project}": "create",
      "get /flags/{project}/{flag}": "read",
      "delete /flags/{project}/{flag}": "delete",
    });
  });

  test("is one where the list of that name shows most of what reading one does", async () => {
    const user = (more: Parameters<typeof object>[0]) =>
      object({ _id: string, username: string, name: string, ...more });
    const api = await describeApi({
      "get /users/{type}": answers(object({ users: array(user({ departments: array(string) })) })),
      "post /users/{type}": takes(
        object({ username: string }),
        object({ user: object({ _id: string, username: string }) }),
      ),
      "get /users/{type}/{_id}": answers(object({ user: user({ level: integer }), success: boolean })),
      "delete /users/{type}/{_id}": silent,
    });
    expect(rolesOf(api)).toMatchObject({ "get /users/{type}": "list", "post /users/{type}": "create" });
  });

  test("is below the records that alone are made under the name of the parameter", async () => {
    const thing = object({ key: string, name: string });
    const api = await describeApi(
      {
        "get /projects": answers(array(thing)),
        "post /projects": takes(thing, thing),
        "get /projects/{projectKey}": answers(thing),
        "get /projects/{projectKey}/sites": answers(array(thing)),
        "post /projects/{projectKey}/sites": takes(thing, thing),
        "get /projects/{projectKey}/sites/{siteKey}": answers(thing),
        "get /flags/{projectKey}/{siteKey}": answers(array(ref("Flag"))),
        "get /flags/{projectKey}/{siteKey}/{flagKey}": answers(ref("Flag")),
        "get /lists/{siteKey}": answers(array(ref("Flag"))),
        "get /lists/{siteKey}/{listKey}": answers(ref("Flag")),
      },
      { Flag },
    );
    const parents = (path: string) =>
      api.resources
        .find(({ collectionPath }) => collectionPath === path)
        ?.parents.map(({ resource }) => resource?.name);
    expect(parents("/flags/{projectKey}/{siteKey}")).toEqual(["projects", "projects.sites"]);
    expect(parents("/lists/{siteKey}")).toEqual([undefined]);
  });

  test("is one where one record and all of them have the same envelope around them, and files are uploaded", async () => {
    const around = (data: ReturnType<typeof object>) =>
      object({ service: string, resource: string, operation: string, data, _raw: object({}) });
    const file = { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } };
    const api = await describeApi(
      {
        "get /attachments/{owner_id}": answers(around(array(ref("Attachment")))),
        "post /attachments/{owner_id}": answers(around(object({ id: string })), { requestBody: file }),
        "get /attachments/{owner_id}/{id}": answers(around(ref("Attachment"))),
        "delete /attachments/{owner_id}/{id}": silent,
      },
      {
        Attachment: object({
          id: string,
          name: string,
          mime_type: string,
          size: integer,
          folder: string,
          text: string,
        }),
      },
    );
    expect(rolesOf(api)).toEqual({
      "get /attachments/{owner_id}": "list",
      "post /attachments/{owner_id}": "create",
      "get /attachments/{owner_id}/{id}": "read",
      "delete /attachments/{owner_id}/{id}": "delete",
    });
    expect(api.resources[0]?.id.property).toEqual(["id"]);
  });

  test("is none where it shows one record that has some of the others", async () => {
    const Project = object({ id: string, name: string, flags: array(ref("Flag")) });
    const api = await describeApi(
      {
        "get /projects/{project}": answers(ref("Project")),
        "post /projects/{project}": takes(object({ key: string, name: string }), ref("Flag")),
        "get /projects/{project}/{flag}": answers(ref("Flag")),
        "delete /projects/{project}/{flag}": silent,
      },
      { Flag, Project },
    );
    expect(rolesOf(api)["get /projects/{project}"]).not.toBe("list");
  });
});

test("a path that ends in a parameter and one longer are no collection where both show a set of others", async () => {
  const Keys = object({ keys: array(object({ kid: string, use: string, alg: string })) });
  const api = await describeApi(
    {
      "get /keys/{set}": answers(ref("Keys")),
      "put /keys/{set}": takes(ref("Keys"), ref("Keys")),
      "post /keys/{set}": takes(object({ kid: string, use: string, alg: string }), ref("Keys")),
      "get /keys/{set}/{kid}": answers(ref("Keys")),
      "delete /keys/{set}/{kid}": silent,
    },
    { Keys },
  );
  expect(rolesOf(api)).toMatchObject({ "get /keys/{set}": "singleton", "put /keys/{set}": "singleton" });
});

test("a list that is written by a PUT that upserts records is a collection", async () => {
  const Value = object({ id: integer, attribute: integer, value: string });
  const page = object({ data: array(ref("Value")), meta: object({ total: integer }) });
  const upserted = takes(array(ref("Value")), page, { summary: "Upsert values" });
  const api = await describeApi(
    {
      "get /values": answers(page),
      "put /values": upserted,
      "delete /values": { ...silent, ...query({ "id:in": "Ids." }) },
    },
    { Value },
  );
  expect(roleOf(api, "get /values").kind).toBe("list");
  expect(roleOf(api, "put /values")).toMatchObject({
    kind: "operation",
    writes: { resource: { collectionPath: "/values" } },
  });
});

test("a list is a document of its path only where what is written is that list", async () => {
  const Consent = object({ granted: boolean, resources: object({}) });
  const consents = answers(object({ data: array(ref("Consent")) }));
  const rule = object({ rules: array(object({ name: string, level: integer })) });
  const api = await describeApi(
    {
      "get /consents": consents,
      "patch /consents": takes(ref("Consent"), object({ data: ref("Consent") })),
      "get /rules": answers(object({ result: rule })),
      "put /rules": takes(rule, object({ result: rule })),
    },
    { Consent },
  );
  expect(roleOf(api, "get /consents").kind).toBe("operation");
  expect(roleOf(api, "put /rules")).toMatchObject({ kind: "singleton", body: [], reply: ["result"] });
});

describe("paths that begin with versions", () => {
  const operations = {
    "get /v2/teams": answers(object({ teams: array(ref("Team")) })),
    "post /v1/teams": takes(object({ slug: string }), object({ id: string, slug: string })),
    "get /v3/teams/{teamId}": answers(ref("Team")),
    "patch /v3/teams/{teamId}": takes(ref("Team"), ref("Team")),
    "delete /v1/teams/{id}": silent,
    "get /v4/teams/{teamId}/members": answers(array(ref("Member"))),
    "post /v1/teams/{teamId}/members": takes(ref("Member"), ref("Member")),
    "delete /v2/teams/{teamId}/members/{uid}": silent,
  };
  const schemas = {
    Team: object({ id: string, slug: string, name: string }),
    Member: object({ uid: string, email: string, role: string }),
  };

  test("are those of one collection where each method has one version", async () => {
    const api = await describeApi(operations, schemas);
    expect(rolesOf(api)).toEqual({
      "get /v2/teams": "list",
      "post /v1/teams": "create",
      "get /v3/teams/{teamId}": "read",
      "patch /v3/teams/{teamId}": "update",
      "delete /v1/teams/{id}": "delete",
      "get /v4/teams/{teamId}/members": "list",
      "post /v1/teams/{teamId}/members": "create",
      "delete /v2/teams/{teamId}/members/{uid}": "delete",
    });
    expect(resourceOf(api, "teams.members").parents).toMatchObject([{ resource: { name: "teams" } }]);
  });

  test("are those of several collections where one method has two versions", async () => {
    const api = await describeApi({ ...operations, "get /v1/teams": answers(array(ref("Member"))) }, schemas);
    expect(rolesOf(api)["get /v3/teams/{teamId}"]).not.toBe("read");
  });
});

test("an item path with the parents behind its noun belongs to the collection below them", async () => {
  const Team = object({ id: string, slug: string, name: string });
  const FullTeam = object({ id: string, slug: string, name: string, members: integer });
  const api = await describeApi(
    {
      "get /orgs": answers(array(object({ id: string, slug: string }))),
      "get /orgs/{org}": answers(object({ id: string, slug: string })),
      "get /orgs/{org}/teams": answers(array(ref("Team"))),
      "post /orgs/{org}/teams": takes(ref("Team"), ref("Team")),
      "get /teams/{org}/{team}": answers(ref("FullTeam")),
      "put /teams/{org}/{team}": takes(ref("Team"), ref("FullTeam")),
      "delete /teams/{org}/{team}": silent,
    },
    { Team, FullTeam },
  );
  expect(rolesOf(api)).toMatchObject({
    "post /orgs/{org}/teams": "create",
    "get /teams/{org}/{team}": "read",
    "put /teams/{org}/{team}": "replace",
    "delete /teams/{org}/{team}": "delete",
  });
});

test("the records of a collection below one parent are those below a second one that they name", async () => {
  const Site = object({ id: string, name: string, team: object({ id: string }) });
  const Team = object({ id: string, name: string });
  const api = await describeApi(
    {
      "get /orgs/{org}/sites": answers(array(ref("Site"))),
      "post /orgs/{org}/sites": takes(ref("Site"), ref("Site")),
      "get /orgs/{org}/sites/{id}": answers(ref("Site")),
      "get /teams/{org}/{team}/sites": answers(array(ref("Site"))),
      "post /teams/{org}/{team}/sites": takes(ref("Site"), ref("Site")),
      "get /teams/{org}": answers(array(ref("Team"))),
      "get /teams/{org}/{team}": answers(ref("Team")),
    },
    { Site, Team },
  );
  expect(resourceOf(api, "teams.sites").stateKey).toBe("/orgs/{org}/sites");
});

test("a path below a collection that answers its envelope, with more beside the list, leads to no record", async () => {
  const Event = object({ id: integer, type: string, feature: string, createdAt: string });
  const api = await describeApi(
    {
      "get /events": answers(object({ version: integer, events: array(ref("Event")), totalEvents: integer })),
      "get /events/{feature}": answers(
        object({ version: integer, toggle: string, events: array(ref("Event")), totalEvents: integer }),
      ),
      // A tree: what is read is a record, with others inside.
      "get /folders": answers(object({ folders: array(ref("Folder")) })),
      "get /folders/{id}": answers(object({ id: integer, name: string, folders: array(ref("Folder")) })),
    },
    { Event, Folder: object({ id: integer, name: string }) },
  );
  expect(resourceOf(api, "events")).toMatchObject({ itemPath: undefined, id: { property: ["id"] } });
  expect(rolesOf(api)).toEqual({
    "get /events": "list",
    "get /events/{feature}": "operation",
    "get /folders": "list",
    "get /folders/{id}": "read",
  });
});
