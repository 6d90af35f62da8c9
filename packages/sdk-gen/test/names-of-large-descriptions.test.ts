import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { loadDescription } from "@onespec/spec-core";
import { describe, expect, test } from "vitest";
import { planSdk } from "../dist/plan/plan-sdk.js";

const GITHUB = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");

/** Methods that are no record methods, of some resources of each. */
const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [GITHUB]: {
    gists: "checkIsStarred getRevision listCommits listForUser listPublic listStarred star unstar",
    installations: "createAccessToken listForAuthenticatedUser suspend unsuspend",
    workflows: "createDispatch disable enable getUsage",
    search: "code commits issuesAndPullRequests labels repos topics users",
    runs: "approveWorkflowRun cancelWorkflowRun deleteWorkflowRunLogs downloadWorkflowRunAttemptLogs downloadWorkflowRunLogs forceCancelWorkflowRun getPendingDeployments getReviews getWorkflowRunAttempt getWorkflowRunUsage listConcurrencyGroupsForWorkflowRun listJobsForWorkflowRun listJobsForWorkflowRunAttempt listWorkflowRunArtifacts listWorkflowRuns reRunWorkflow reRunWorkflowFailedJobs reviewCustomGates reviewPendingDeployments",
  },
  "stripe-2019.json": {
    charges: "getDispute capture createDispute closeDispute refund",
    creditNotes: "getLines getPreview getPreviewLines void",
    disputes: "close",
    invoices: "getLines getUpcoming getUpcomingLines finalize markUncollectible pay send void",
    orders: "pay createReturn",
    paymentIntents: "cancel capture confirm",
    paymentMethods: "attach detach",
    subscriptionItems: "getUsageRecordSummaries createUsageRecord",
    subscriptionSchedules: "cancel release",
    balance: "get",
  },
  "discord.json": {
    channelMessages: "addMyReaction createThread crosspost deleteAllReactions deleteMyReaction",
    members: "addRole deleteRole search",
    users:
      "createDm deleteApplicationUserRoleConnection getApplicationUserRoleConnection getMyGuildMember getMyUser get leaveGuild listMyConnections updateApplicationUserRoleConnection updateMyUser",
  },
  "hcloud.json": {
    floatingIps: "assignToServer changeProtection changeReverseDnsRecords unassign",
    servers:
      "addToPlacementGroup attachIso attachToNetwork changeAliasIpsOfNetwork changeReverseDnsEntry changeProtection changeType createImage detachIso detachFromNetwork disableBackups disableRescueMode enableAndConfigureBackups enableRescueMode getMetrics powerOff powerOn rebuildFromImage removeFromPlacementGroup requestConsole resetRootPassword reset shutdown softReboot",
    volumes: "attachToServer changeProtection detach resize",
  },
  "asana.yaml": {
    goals:
      "addCustomFieldSetting addFollowers addSupportingRelationship createMetric getParentGoals removeCustomFieldSetting removeFollowers removeSupportingRelationship updateMetric",
    portfolios: "addCustomFieldSetting addItem addMembers duplicate removeCustomFieldSetting removeItem removeMembers",
    workspaces: "addUser getEvents removeUser",
  },
  "square.json": {
    customers: "addGroup bulkCreate bulkDelete bulkRetrieve bulkUpdate removeGroup search",
    invoices: "cancel publish search",
    orders: "batchRetrieve calculate clone pay",
    payments: "cancel cancelByIdempotencyKey complete",
  },
};

describe.each(Object.entries(TABLE))("%s", (file, groups) => {
  const path = file === GITHUB ? file : join(process.env.CORPUS_DIR ?? "", file);
  test.skipIf(!existsSync(path))("names read as a person would give them", async () => {
    const plan = planSdk(await loadDescription(path), "1.0.0");
    const found = Object.keys(groups).map((name) => {
      const methods = plan.groupByName.get(name)?.methods.filter(({ record }) => record === undefined) ?? [];
      return [name, methods.map((method) => method.name).join(" ")];
    });
    expect(Object.fromEntries(found)).toEqual(groups);
    // Every path differs from the others, so no number has to tell names apart.
    const names = plan.groups.flatMap((group) => [group.name, ...group.methods.map((method) => method.name)]);
    expect(names.filter((name) => /[a-z]2$/i.test(name) && !/^(oauth2|projectsV2|\w+ProjectsV2)$/i.test(name))).toEqual(
      [],
    );
  });
});
