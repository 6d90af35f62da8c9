import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const run = { $ref: "#/components/schemas/Run" };
const text = { type: "string" };
const task = { $ref: "#/components/schemas/Task" };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const answers = (schema: object): object => ({ 200: { description: "", ...json(schema) } });
const path = (...names: string[]): object => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
});
const jug = { type: "object", properties: { id: text, rackId: text, volume: { type: "integer" } } };
const coin = { type: "object", properties: { coin_id: text, run_id: text } };
const done = { responses: { 204: { description: "" } } };
const tags = { type: "array", items: { type: "string" } };

const cards = (...names: string[]): object => ({
  ...path(...names),
  get: { responses: answers(names.includes("card") ? run : { type: "array", items: run }) },
});

const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Runs", version: "1" },
  paths: {
    "/runs": {
      get: { tags: ["Run"], responses: answers({ type: "array", items: run }) },
      post: { tags: ["Run"], requestBody: json(run), responses: answers(run) },
      delete: { tags: ["Run"], operationId: "purge_runs_runs_delete", ...done },
    },
    "/runs/{id}": {
      ...path("id"),
      get: { tags: ["Run"], responses: answers(run) },
      delete: { tags: ["Run"], ...done },
    },
    "/songs": {
      get: { operationId: "shop_api_list_songs", responses: answers({ type: "array", items: run }) },
      post: { operationId: "shop_api_create_song", requestBody: json(run), responses: answers(run) },
    },
    "/songs/{id}": { ...path("id"), get: { operationId: "shop_api_get_song", responses: answers(run) } },
    "/songs/{id}/sheet": { ...path("id"), post: { operationId: "shop_api_upload_sheet", ...done } },
    "/songs/{id}/voices": { ...path("id"), post: { operationId: "shop_api_mute_voices", ...done } },
    "/login": { post: { requestBody: json(run), responses: answers(run) } },
    "/logout": { post: { operationId: "logout", ...done } },
    "/figures": {
      get: {
        operationId: "getFigures",
        responses: answers({ type: "object", properties: { total: { type: "integer" } } }),
      },
    },
    "/tallies/daily": {
      get: { tags: ["office"], operationId: "getDailyTallies", responses: answers({ type: "object" }) },
    },
    "/rates": { get: { operationId: "getRates", responses: answers({ type: "object", properties: { items: tags } }) } },
    "/health": { get: { operationId: "health", responses: answers(run) } },
    "/batch": { post: { operationId: "batch", requestBody: json(run), responses: answers(run) } },
    "/films/": {
      get: { operationId: "getFilms", responses: answers({ type: "array", items: run }) },
      post: { operationId: "createFilm", requestBody: json(run), responses: answers(run) },
      put: { operationId: "updateFilms", requestBody: json(run), responses: answers({ type: "array", items: run }) },
      delete: { operationId: "deleteFilms", ...done },
    },
    "/films/{id}": {
      ...path("id"),
      get: { operationId: "getFilm", responses: answers(run) },
      put: { operationId: "updateFilm", requestBody: json(run), responses: answers(run) },
    },
    "/runs/{id}/retry": { ...path("id"), post: { tags: ["Run"], responses: answers(run) } },
    "/runs/{id}/owner": {
      ...path("id"),
      get: { tags: ["Run"], responses: answers({ type: "object" }) },
      put: { tags: ["Run"], requestBody: json({ type: "object" }), ...done },
    },
    "/runs/{id}/tags": { ...path("id"), get: { tags: ["Run"], responses: answers(tags) } },
    "/runs/{id}/{version}": { ...path("id", "version"), get: { tags: ["Run"], responses: answers(run) } },
    "/runs/{id}/logs": {
      ...path("id"),
      get: { tags: ["Run"], operationId: "read_logs_runs__id__logs_get", responses: answers({ type: "string" }) },
    },
    "/stats": {
      get: { tags: ["stats"], operationId: "StatsController_findAll", responses: answers({ type: "object" }) },
    },
    "/stats/day": { get: { tags: ["stats"], operationId: "stats/by-day", responses: answers({ type: "object" }) } },
    "/stats/week": { get: { tags: ["stats"], operationId: "weekly", responses: answers({ type: "object" }) } },
    "/search/a": { get: { tags: ["search"], operationId: "search_runs", responses: answers({ type: "object" }) } },
    "/books/filter": { post: { tags: ["books"], operationId: "read_books_books_filter_post", ...done } },
    "/books/count": { post: { tags: ["books"], operationId: "count_books", ...done } },
    "/books/import": { post: { tags: ["books"], operationId: "bulkImportBooks", ...done } },
    "/books/draft": { post: { tags: ["books"], operationId: "book-save-as-draft", ...done } },
    "/v1/books/{id}/add": { ...path("id"), post: { tags: ["books"], operationId: "book_add", ...done } },
    "/v1/books/{id}/publish": { ...path("id"), post: { tags: ["books"], operationId: "publishBook", ...done } },
    "/v1/books/{id}/archive": {
      ...path("id"),
      post: { tags: ["books"], operationId: "PostV1BooksIdArchive", ...done },
    },
    "/v1/books/{id}/sign_off/": {
      ...path("id"),
      post: { tags: ["books"], operationId: "v1_books_sign_off_create", ...done },
    },
    "/v1/books/{id}/check-in": { ...path("id"), post: { tags: ["books"], operationId: "checkInBook", ...done } },
    "/v1/books/{id}/shelf": { ...path("id"), post: { tags: ["books"], operationId: "addBookToShelf", ...done } },
    "/v1/books/{id}/cover": { ...path("id"), get: { tags: ["books"], operationId: "getCoverOfTheBook", ...done } },
    "/admin/areas": cards(),
    "/admin/areas/{card}": cards("card"),
    "/admin/projects/{project}/areas": cards("project"),
    "/admin/projects/{project}/areas/{card}": cards("project", "card"),
    "/Ships": cards(),
    "/Ships/{card}": cards("card"),
    "/Fleets/{fleet}/ships": cards("fleet"),
    "/Fleets/{fleet}/ships/{card}": cards("fleet", "card"),
    "/account/cards": cards(),
    "/account/cards/{card}": cards("card"),
    "/accounts/{account}/cards": cards("account"),
    "/accounts/{account}/cards/{card}": cards("account", "card"),
    "/tasks": { get: { operationId: "TasksController_findAll", responses: answers({ type: "array", items: task }) } },
    "/tasks/{id}": { ...path("id"), get: { operationId: "TasksController_findOne", responses: answers(task) } },
    "/projects/{projectId}/tasks": {
      ...path("projectId"),
      get: { operationId: "ProjectsController_tasks", responses: answers({ type: "array", items: task }) },
    },
    "/owners/{ownerId}/tasks": {
      ...path("ownerId"),
      get: { operationId: "owner_tasks", responses: answers({ type: "array", items: task }) },
    },
    "/sprints/{sprint_id}/tasks": {
      ...path("sprint_id"),
      get: {
        operationId: "read_sprint_tasks_sprints__sprint_id__tasks_get",
        tags: ["sprints"],
        responses: answers({ type: "array", items: task }),
      },
    },
    "/teams/{team_id}/tasks": {
      ...path("team_id"),
      get: { operationId: "TeamsTeamIdTasksTeamTasks", responses: answers({ type: "array", items: task }) },
    },
    "/jugs": { get: { responses: answers({ type: "array", items: jug }) } },
    "/jugs/{id}": { ...path("id"), get: { responses: answers(jug) } },
    "/jugs/{id}/labels": { ...path("id"), post: done },
    "/jugs/{jugId}/stains": { ...path("jugId"), post: { operationId: "post-jugs-by-jug-id-stains", ...done } },
    "/jugs/{id}/lid": { ...path("id"), post: { operationId: "postJugsByIdLid", ...done } },
    "/jugs/{id}:seal": { ...path("id"), post: done },
    "/jugs/{id}/fill": { ...path("id"), post: { operationId: "fill_1", tags: ["jugs"], ...done } },
    "/lamps/{id}/fill": { ...path("id"), post: { operationId: "fill", tags: ["lamps"], ...done } },
    "/racks/{rackId}/jugs": { ...path("rackId"), get: { responses: answers({ type: "array", items: jug }) } },
    "/users/@me/clubs": { get: { operationId: "list_my_clubs", responses: answers({ type: "array", items: run }) } },
    "/users/@me/clubs/{id}": { ...path("id"), delete: { operationId: "leave_club", ...done } },
    "/task-lists": { get: { responses: answers({ type: "array", items: run }) } },
    "/task-lists/{id}": { ...path("id"), get: { responses: answers(run) } },
    "/tasks/{id}/task-list": {
      ...path("id"),
      get: {
        tags: ["TaskTaskListController"],
        operationId: "TaskTaskListController.getTaskList",
        responses: answers(run),
      },
    },
    "/api/v2/runColors": { get: { tags: ["Run"], operationId: "get_run_colors", responses: answers(tags) } },
    "/api/shelves/{id}/loans": {
      ...path("id"),
      get: { tags: ["loans"], responses: answers({ type: "array", items: run }) },
    },
    "/api/shelves/{id}/loans/{loan_id}": {
      ...path("id", "loan_id"),
      get: { tags: ["loans"], responses: answers(run) },
    },
    "/api/shelves/{id}/loan": {
      ...path("id"),
      get: { tags: ["loans"], operationId: "api_shelves_loan_retrieve", responses: answers({ type: "object" }) },
    },
    "/v2/crews/{crew}/trips": cards("crew"),
    "/v2/crews/{crew}/trips/{card}": cards("crew", "card"),
    "/v2/crews/{crew}/{leg}/trips": cards("crew", "leg"),
    "/v2/crews/{crew}/{leg}/trips/{card}": cards("crew", "leg", "card"),
    "/coins": { get: { responses: answers({ type: "array", items: coin }) } },
    "/coins/{coin_id}": { ...path("coin_id"), get: { responses: answers(coin) } },
    "/jobs/a/stop": { post: { tags: ["jobs"], operationId: "Jobs_Stop", ...done } },
    "/jobs/b/stop": { post: { tags: ["jobs"], operationId: "jobs.stop", ...done } },
  },
  components: {
    schemas: {
      Run: { type: "object", properties: { id: { type: "string" }, state: { type: "string" } } },
      Task: { type: "object", properties: { sprint_id: text, id: text, projectId: text, ownerId: text, teamId: text } },
    },
  },
};

let sdk: GeneratedClient;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-runs-"));
  await writeFile(join(folder, "runs.json"), JSON.stringify(DESCRIPTION));
  sdk = await generatedClient(join(folder, "runs.json"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true });
});

function client(): Record<string, object> {
  return new sdk.module.default({ baseUrl: "http://runs" });
}

/** The methods that a group has of its own. */
function methodsOf(group: string): string[] {
  const prototype: object = Object.getPrototypeOf(client()[group] ?? {});
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
}

test("operations without an id are called as a person would, beside the usual ones of their resource", () => {
  const made = ["getByVersion", "getColors", "getOwner", "getTags", "replaceOwner", "retry"];
  expect(methodsOf("runs").sort()).toEqual(["create", "delete", "find", "get", "purge", "readLogs", ...made].sort());
});

test("a tag that is a resource's name in the singular makes no second group", () => {
  expect(client()).not.toHaveProperty("run");
});

test("what frameworks add to the name of a function is left out", () => {
  expect(methodsOf("stats").sort()).toEqual(["byDay", "findAll", "weekly"]);
  expect(methodsOf("search")).toEqual(["searchRuns"]);
});

test("two that would have one name are told apart by their paths", () => {
  expect(methodsOf("jobs").sort()).toEqual(["stopA", "stopB"]);
});

test("names do not repeat the resource, and ids that only spell the path count as none", () => {
  expect(methodsOf("books").sort()).toEqual(
    [
      "add",
      "addToShelf",
      "archive",
      "bulkImport",
      "checkIn",
      "count",
      "getCover",
      "list",
      "publish",
      "saveAsDraft",
      "signOff",
    ].sort(),
  );
});

test("no method has the name of its group, and those that sign people in and out are together", () => {
  expect(methodsOf("auth").sort()).toEqual(["login", "logout"]);
  expect([methodsOf("health"), methodsOf("batch")]).toEqual([["get"], ["run"]]);
});

test("the module that stands before the names of all functions is left out", () => {
  expect(methodsOf("songs").sort()).toEqual(["create", "find", "get", "muteVoices", "uploadSheet"]);
});

test("what changes or deletes all records has not the name of what does so to one", () => {
  expect(methodsOf("films").sort()).toEqual(["create", "deleteFilms", "find", "get", "replace", "updateFilms"]);
});

test("lists below other records are named after these", () => {
  expect(methodsOf("tasks").sort()).toEqual([
    "find",
    "get",
    "getTaskList",
    "listForOwner",
    "listForProject",
    "listForSprint",
    "listForTeam",
  ]);
});

test("of two resources with one short name, the path as it is written names the second", () => {
  expect(Object.keys(client())).toEqual(expect.arrayContaining(["accountCards", "accountsCards"]));
});

test("a resource without a parent keeps the short name, and those below others are named after them", () => {
  expect(Object.keys(client())).toEqual(expect.arrayContaining(["areas", "projectAreas", "ships", "fleetShips"]));
});

test("a class as a tag names no group, and paths that differ by a parameter alone are told apart by it", () => {
  const groups = Object.keys(client());
  expect(groups).toEqual(expect.arrayContaining(["crewTrips", "crewTripsByLeg"]));
  expect(groups.filter((name) => /controller/i.test(name))).toEqual([]);
});

test("an id that spells a path like that of the records says its end", () => {
  expect(methodsOf("loans").sort()).toEqual(["find", "get", "getLoan", "in"]);
});

test("a record is no relation of itself", () => {
  const [coins] = [client().coins as { constructor: { spec: { relations: object } } }];
  expect(Object.keys(coins.constructor.spec.relations)).toEqual(["run"]);
});

test("leaving is no deletion of a record, and is called where it happens", () => {
  expect(methodsOf("users")).toContain("leaveClub");
  expect(methodsOf("clubs")).not.toContain("delete");
});

test("one object that is called in the plural is no list", () => {
  expect(methodsOf("figures")).toEqual(["get"]);
  expect(methodsOf("rates")).toEqual(["list"]);
});

test("an id with the words of the path in an order of its own keeps it", () => {
  expect(methodsOf("office")).toEqual(["getDailyTallies"]);
});

test("operations whose ids repeat the path, or that have none, are named by what the path tells", () => {
  expect(methodsOf("jugs").sort()).toEqual(
    ["createLabel", "createStain", "fill", "find", "get", "lid", "listForRack", "seal"].sort(),
  );
});
