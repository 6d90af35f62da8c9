import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import Asana from "asana";
import { mockOf } from "../mock.mjs";

const client = Asana.ApiClient.instance;
client.basePath = `${await mockOf("asana.yaml")}/api/1.0`;
client.authentications.token.accessToken = "x";
const workspaces = new Asana.WorkspacesApi();
const projects = new Asana.ProjectsApi();
const tasks = new Asana.TasksApi();
const sections = new Asana.SectionsApi();
const stories = new Asana.StoriesApi();
const gids = ({ data }) => data.map(({ gid }) => gid);
let workspace;
let project;
const makeTask = async (name, more) => (await tasks.createTask({ data: { name, projects: [project], ...more } })).data;

before(async () => {
  workspace = gids(await workspaces.getWorkspaces({ limit: 1 }))[0];
  project = (await projects.createProject({ data: { name: "Tea", workspace, notes: "green" } })).data.gid;
});

test("read a workspace", async () => equal((await workspaces.getWorkspace(workspace)).data.gid, workspace));
test("workspaces page by page", async () => {
  const seen = [];
  let page = await workspaces.getWorkspaces({ limit: 4 });
  while (page.data && seen.length < 60) {
    seen.push(...gids(page));
    page = await page.nextPage();
  }
  deepEqual([seen.length, new Set(seen).size], [10, 10]);
});
test("a new project names its workspace", async () => {
  const { data } = await projects.createProject({ data: { name: "Milk", workspace } });
  deepEqual([data.name, data.workspace.gid], ["Milk", workspace]);
});
test("update a project", async () => {
  const { data } = await projects.updateProject({ data: { name: "Coffee" } }, project);
  deepEqual([data.name, data.notes], ["Coffee", "green"]);
});
test("projects of a workspace", async () => {
  ok(gids(await projects.getProjects({ workspace, limit: 100 })).includes(project));
  ok(!gids(await projects.getProjects({ workspace: "424242", limit: 100 })).includes(project));
});
test("a new task names its projects", async () => {
  const { name, due_on, projects } = await makeTask("Boil", { due_on: "2026-01-02" });
  deepEqual([name, due_on, projects.map(({ gid }) => gid)], ["Boil", "2026-01-02", [project]]);
});
test("complete a task", async () => {
  const { gid } = await makeTask("Pour");
  equal((await tasks.updateTask({ data: { completed: true } }, gid)).data.completed, true);
  equal((await tasks.getTask(gid)).data.completed, true);
});
test("tasks of a project", async () => {
  const { gid } = (await projects.createProject({ data: { name: "Empty", workspace } })).data;
  const task = (await tasks.createTask({ data: { name: "Only", projects: [gid] } })).data.gid;
  deepEqual(gids(await tasks.getTasksForProject(gid)), [task]);
  deepEqual(gids(await tasks.getTasks({ project: gid })), [task]);
});
test("a subtask names its task, and is a task", async () => {
  const { gid } = await makeTask("Fill");
  const sub = (await tasks.createSubtaskForTask({ data: { name: "Open" } }, gid)).data;
  equal(sub.parent.gid, gid);
  deepEqual(gids(await tasks.getSubtasksForTask(gid)), [sub.gid]);
  equal((await tasks.getTask(sub.gid)).data.name, "Open");
});
test("a task is added to a section", async () => {
  const { gid } = (await sections.createSectionForProject(project, { body: { data: { name: "Doing" } } })).data;
  const task = (await makeTask("brew")).gid;
  await sections.addTaskForSection(gid, { body: { data: { task } } });
  deepEqual(gids(await tasks.getTasksForSection(gid)), [task]);
});
test("a task has the dependencies that are added to it", async () => {
  const [task, other] = [(await makeTask("drink")).gid, (await makeTask("boil")).gid];
  await tasks.addDependenciesForTask({ data: { dependencies: [other] } }, task);
  deepEqual(gids(await tasks.getDependenciesForTask(task)), [other]);
  await tasks.removeDependenciesForTask({ data: { dependencies: [other] } }, task);
  deepEqual(gids(await tasks.getDependenciesForTask(task)), []);
});
test("a section of a project is read at its own path", async () => {
  const { gid } = (await sections.createSectionForProject(project, { body: { data: { name: "Todo" } } })).data;
  ok(gids(await sections.getSectionsForProject(project)).includes(gid));
  equal((await sections.getSection(gid)).data.name, "Todo");
});
test("comment on a task", async () => {
  const { gid } = await makeTask("Talk");
  const story = (await stories.createStoryForTask({ data: { text: "hi" } }, gid)).data;
  equal(story.text, "hi");
  ok(gids(await stories.getStoriesForTask(gid)).includes(story.gid));
});
test("the user behind me", async () => ok((await new Asana.UsersApi().getUser("me")).data.gid));
test("delete a task", async () => {
  const { gid } = await makeTask("Gone");
  deepEqual((await tasks.deleteTask(gid)).data, {});
  await rejects(tasks.getTask(gid), { status: 404 });
});
test("the error of an absent task is a list", () =>
  rejects(tasks.getTask("424242424242"), ({ response }) => Array.isArray(response.body.errors)));
test("a name that is no text is 400", () => rejects(tasks.createTask({ data: { name: 5 } }), { status: 400 }));
