import type { Session } from "../state/sessions.js";
import { nothingThere, type PlaneOperation, type PlaneParts } from "./plane-operation.js";

export function sessionOperations({ sessions }: PlaneParts): Readonly<Record<string, PlaneOperation>> {
  const absent = (name: string): Error =>
    nothingThere(
      `There is no session ${JSON.stringify(name)}`,
      sessions.all.map((session) => session.name),
    );
  return {
    listSessions: () => ({ sessions: sessions.all.map(sessionJson) }),
    getSession({ values }) {
      const name = values.pathTexts.name ?? "";
      const session = sessions.all.find((candidate) => candidate.name === name);
      if (!session) throw absent(name);
      return sessionJson(session);
    },
    deleteSession({ values }) {
      const name = values.pathTexts.name ?? "";
      if (!sessions.drop(name)) throw absent(name);
    },
    deleteSessions() {
      for (const { name } of sessions.all) sessions.drop(name);
    },
  };
}

function sessionJson({ name, createdAt, lastUsedAt }: Session): object {
  return { name, createdAt: new Date(createdAt).toISOString(), lastUsedAt: new Date(lastUsedAt).toISOString() };
}
