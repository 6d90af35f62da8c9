import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import { AppsV1Api, CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";
import { mockOf } from "../mock.mjs";

async function clientOf(description, api) {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: "mock", server: await mockOf(description), skipTLSVerify: true }],
    users: [{ name: "someone", token: "t" }],
    contexts: [{ name: "mock", cluster: "mock", user: "someone" }],
    currentContext: "mock",
  });
  return config.makeApiClient(api);
}
const core = await clientOf("k8s-core-v1.json", CoreV1Api);
const apps = await clientOf("k8s-apps-v1.json", AppsV1Api);
const namespace = "shop";
const asPatch = (strategy) => setHeaderOptions("Content-Type", strategy);
const nameOf = ({ metadata }) => metadata.name;
const names = ({ items }) => items.map(nameOf).sort();

/** Makes a pod with one container. */
const makePod = (name, labels = { app: "web" }) =>
  core.createNamespacedPod({
    namespace,
    body: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, labels },
      spec: { containers: [{ name: "main", image: "nginx:1", ports: [{ containerPort: 80 }] }] },
    },
  });
const makeDeployment = (name) =>
  apps.createNamespacedDeployment({
    namespace,
    body: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "main", image: "nginx" }] } },
      },
    },
  });

await core.createNamespace({ body: { metadata: { name: namespace, labels: { team: "a" } } } });
await makePod("web-1");
await makePod("web-2");
await makePod("db-1", { app: "db" });
await makeDeployment("front");

test("read a namespace", async () =>
  deepEqual((await core.readNamespace({ name: namespace })).metadata.labels, { team: "a" }));
test("list namespaces", async () => ok(names(await core.listNamespace()).includes(namespace)));
test("read a pod", async () => {
  const { metadata, spec } = await core.readNamespacedPod({ name: "web-1", namespace });
  deepEqual([metadata.namespace, spec.containers[0].image], [namespace, "nginx:1"]);
  equal(spec.containers[0].ports[0].containerPort, 80);
});
test("list the pods of a namespace", async () =>
  deepEqual(names(await core.listNamespacedPod({ namespace })), ["db-1", "web-1", "web-2"]));
test("a list names its kind", async () => equal((await core.listNamespacedPod({ namespace })).kind, "PodList"));
for (const [labelSelector, selected] of [
  ["app=web", ["web-1", "web-2"]],
  ["app!=web", ["db-1"]],
  ["app in (db, cache)", ["db-1"]],
  ["app notin (db)", ["web-1", "web-2"]],
  ["app", ["db-1", "web-1", "web-2"]],
  ["!app", []],
])
  test(`labelSelector ${labelSelector}`, async () =>
    deepEqual(names(await core.listNamespacedPod({ namespace, labelSelector })), selected));
test("fieldSelector metadata.name", async () =>
  deepEqual(names(await core.listNamespacedPod({ namespace, fieldSelector: "metadata.name=web-2" })), ["web-2"]));
test("list pods of all namespaces", async () => {
  const { items } = await core.listPodForAllNamespaces();
  ok(items.some(({ metadata }) => metadata.name === "web-1" && metadata.namespace === namespace));
});
test("limit and continue lead through all pods", async () => {
  const seen = [];
  let next;
  do {
    const page = await core.listNamespacedPod({ namespace, limit: 2, _continue: next });
    ok(page.items.length <= 2);
    seen.push(...page.items.map(nameOf));
    next = page.metadata?._continue;
  } while (next && seen.length < 50);
  deepEqual(seen.sort(), ["db-1", "web-1", "web-2"]);
});
test("replace a pod", async () => {
  const pod = await makePod("replaced");
  pod.metadata.labels.tier = "front";
  equal((await core.replaceNamespacedPod({ name: "replaced", namespace, body: pod })).metadata.labels.tier, "front");
});
test("replace with a stale resourceVersion is 409", async () => {
  const pod = await makePod("stale");
  pod.metadata.resourceVersion = "1";
  await rejects(core.replaceNamespacedPod({ name: "stale", namespace, body: pod }), { code: 409 });
});
test("a strategic merge patch merges labels", async () => {
  await makePod("strategic");
  const body = { metadata: { labels: { tier: "front" } } };
  const patch = { name: "strategic", namespace, body };
  const { metadata } = await core.patchNamespacedPod(patch, asPatch(PatchStrategy.StrategicMergePatch));
  deepEqual(metadata.labels, { app: "web", tier: "front" });
});
test("a strategic merge patch merges containers by name", async () => {
  await makePod("sidecar");
  const body = { spec: { containers: [{ name: "log", image: "busybox" }] } };
  const patch = { name: "sidecar", namespace, body };
  const { spec } = await core.patchNamespacedPod(patch, asPatch(PatchStrategy.StrategicMergePatch));
  deepEqual(spec.containers.map(({ name }) => name).sort(), ["log", "main"]);
});
test("null in a merge patch removes a label", async () => {
  await makePod("merged", { app: "web", tier: "front" });
  const patch = { name: "merged", namespace, body: { metadata: { labels: { tier: null } } } };
  deepEqual((await core.patchNamespacedPod(patch, asPatch(PatchStrategy.MergePatch))).metadata.labels, { app: "web" });
});
test("a JSON patch replaces a label", async () => {
  await makePod("json-patched");
  const body = [{ op: "replace", path: "/metadata/labels/app", value: "api" }];
  const patch = { name: "json-patched", namespace, body };
  equal((await core.patchNamespacedPod(patch, asPatch(PatchStrategy.JsonPatch))).metadata.labels.app, "api");
});
test("an absent pod is 404", () => rejects(core.readNamespacedPod({ name: "absent", namespace }), { code: 404 }));
test("the body of a 404 is a Status", () =>
  rejects(core.readNamespacedPod({ name: "absent", namespace }), ({ body }) => {
    const { kind, reason } = typeof body === "string" ? JSON.parse(body) : body;
    deepEqual([kind, reason], ["Status", "NotFound"]);
    return true;
  }));
test("a name that is taken is 409", async () => {
  await makePod("twice");
  await rejects(makePod("twice"), { code: 409 });
});
test("a pod without containers is rejected", () =>
  rejects(
    core.createNamespacedPod({ namespace, body: { metadata: { name: "empty" }, spec: {} } }),
    ({ code }) => code >= 400 && code < 500,
  ));
test("a pod in an absent namespace is 404", () =>
  rejects(core.createNamespacedPod({ namespace: "ghost", body: { metadata: { name: "g" } } }), { code: 404 }));
test("config maps keep their data", async () => {
  const data = { "app.properties": "a=b", port: "80" };
  await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "settings" }, data } });
  deepEqual((await core.readNamespacedConfigMap({ name: "settings", namespace })).data, data);
});
test("secrets keep their data", async () => {
  const secret = { metadata: { name: "key" }, type: "Opaque", data: { pass: "eA==" } };
  await core.createNamespacedSecret({ namespace, body: secret });
  equal((await core.readNamespacedSecret({ name: "key", namespace })).data.pass, "eA==");
});
test("generateName begins the name", async () => {
  const body = { metadata: { generateName: "web-" }, spec: { ports: [{ port: 80 }] } };
  const { metadata } = await core.createNamespacedService({ namespace, body });
  ok(metadata.name.startsWith("web-"), metadata.name);
});
test("a service takes a number as targetPort", async () => {
  const body = { metadata: { name: "by-number" }, spec: { ports: [{ port: 80, targetPort: 8080 }] } };
  equal((await core.createNamespacedService({ namespace, body })).spec.ports[0].targetPort, 8080);
});
test("dryRun stores nothing", async () => {
  await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "dry" } }, dryRun: "All" });
  ok(!names(await core.listNamespacedConfigMap({ namespace })).includes("dry"));
});
test("the status of a pod is that pod", async () =>
  equal(nameOf(await core.readNamespacedPodStatus({ name: "web-2", namespace })), "web-2"));
test("the log of a pod is text", async () =>
  equal(typeof (await core.readNamespacedPodLog({ name: "web-2", namespace })), "string"));
test("delete a pod", async () => {
  await makePod("deleted");
  await core.deleteNamespacedPod({ name: "deleted", namespace });
  await rejects(core.readNamespacedPod({ name: "deleted", namespace }), { code: 404 });
});
test("delete the pods that a label selects", async () => {
  await makePod("old-1", { age: "old" });
  await core.deleteCollectionNamespacedPod({ namespace, labelSelector: "age=old" });
  const left = names(await core.listNamespacedPod({ namespace }));
  deepEqual([left.includes("old-1"), left.includes("web-1")], [false, true]);
});
test("a persistent volume", async () => {
  const spec = { capacity: { storage: "5Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/data" } };
  const volume = await core.createPersistentVolume({ body: { metadata: { name: "disk" }, spec } });
  equal(volume.spec.capacity.storage, "5Gi");
});
test("list nodes", async () => ok(Array.isArray((await core.listNode()).items)));
test("read a deployment", async () => {
  const { metadata, spec } = await apps.readNamespacedDeployment({ name: "front", namespace });
  deepEqual([metadata.namespace, spec.replicas], [namespace, 2]);
});
test("the scale of a deployment shows its replicas", async () => {
  const { metadata, spec } = await apps.readNamespacedDeploymentScale({ name: "front", namespace });
  deepEqual([metadata.name, spec.replicas], ["front", 2]);
});
test("a patched scale changes the deployment", async () => {
  await makeDeployment("scaled");
  const patch = { name: "scaled", namespace, body: { spec: { replicas: 5 } } };
  await apps.patchNamespacedDeploymentScale(patch, asPatch(PatchStrategy.MergePatch));
  equal((await apps.readNamespacedDeployment({ name: "scaled", namespace })).spec.replicas, 5);
  equal((await apps.readNamespacedDeploymentScale({ name: "scaled", namespace })).spec.replicas, 5);
});
test("a replaced status is the deployment's", async () => {
  const body = await makeDeployment("ready");
  body.status = { replicas: 2, readyReplicas: 2 };
  await apps.replaceNamespacedDeploymentStatus({ name: "ready", namespace, body });
  equal((await apps.readNamespacedDeployment({ name: "ready", namespace })).status.readyReplicas, 2);
});
test("a namespace lists its own deployments alone", async () => {
  ok(
    (await apps.listNamespacedDeployment({ namespace })).items.every(
      ({ metadata }) => metadata.namespace === namespace,
    ),
  );
  ok(names(await apps.listDeploymentForAllNamespaces()).includes("front"));
});
test("a deployment by its label selector of all namespaces", async () => {
  const labelled = { metadata: { name: "labelled", labels: { run: "labelled" } }, data: {} };
  await core.createNamespacedConfigMap({ namespace, body: labelled });
  deepEqual(names(await core.listConfigMapForAllNamespaces({ labelSelector: "run=labelled" })), ["labelled"]);
});
test("delete a deployment", async () => {
  await makeDeployment("retired");
  await apps.deleteNamespacedDeployment({ name: "retired", namespace });
  await rejects(apps.readNamespacedDeployment({ name: "retired", namespace }), { code: 404 });
});
test("delete a namespace", async () => {
  await core.createNamespace({ body: { metadata: { name: "closing" } } });
  await core.deleteNamespace({ name: "closing" });
  await rejects(core.readNamespace({ name: "closing" }), { code: 404 });
});
