/** Changes of the live board, batched and sent to the screens that may see them. */
import type { Server } from 'socket.io';
import { type AgentChange, agentLive, mostChangeBytes } from '#contexts/dialer/contract/live/agent-live.ts';
import { isAdmin, may } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Topic } from '#kernel/server/live/topic.ts';

declare module '#kernel/server/live/event.ts' {
  interface Signal {
    /** What an agent does now, for the live board. */
    board?: BoardNews;
    /** Calls and agent sessions with a pending provider command, and unused lines. */
    dialer?: {
      attempts: readonly number[];
      sessions: readonly number[];
      lines?: readonly string[];
      /** Lines to remove from a call that continues. */
      parted?: readonly { bridgeId: string; legId: string }[];
    };
  }
}

/** An agent's change, and everyone above them. */
interface BoardNews {
  change: AgentChange;
  to: readonly number[];
}

const everybody = 'board';
/** Socket rooms with the agents visible to a user; none without the permission. */
function boardRoom(actor: ServerActor): string[] {
  if (actor.roleType === 'client' || !may(actor, agentLive.list.can)) return [];
  return [isAdmin(actor) ? everybody : `${everybody}:${actor.id}`];
}

/** Minimum milliseconds between messages; the first one is delayed to batch others. */
const tickMs = 20;
const togetherMs = 2;

/** A change too long for NOTIFY is sent as the agent's id alone; boards that show the agent read them again. */
const told = (change: AgentChange): AgentChange =>
  Buffer.byteLength(JSON.stringify(change)) > mostChangeBytes ? [change[0]] : change;

/** Of two changes in one message, where it began and where it ended. */
function joined(first: AgentChange | undefined, then: AgentChange): AgentChange {
  if (first === undefined || then.length === 1) return then;
  if (first.length === 1) return first;
  const [id, , ...now] = then;
  return [id, first[1], ...now];
}

function boardTeller(io: Server): (news: BoardNews) => void {
  let waiting = new Map<string, Map<number, AgentChange>>();
  let last = 0;
  const flush = (): void => {
    last = performance.now();
    const rooms = waiting;
    waiting = new Map();
    for (const [room, changes] of rooms) io.to(room).emit('agents', [...changes.values()]);
  };
  return ({ change, to }) => {
    const isFirst = waiting.size === 0;
    const known = io.of('/').adapter.rooms;
    for (const room of [everybody, ...to.map((id) => `${everybody}:${id}`)]) {
      if (!known.has(room)) continue;
      const changes = waiting.get(room) ?? new Map<number, AgentChange>();
      waiting.set(room, changes);
      changes.set(change[0], told(joined(changes.get(change[0]), change)));
    }
    if (isFirst && waiting.size > 0)
      setTimeout(flush, Math.max(togetherMs, last + tickMs - performance.now())).unref();
  };
}

export const boardTopic: Topic = {
  roomsOf: boardRoom,
  open(io) {
    const teller = boardTeller(io);
    return ({ board }) => {
      if (board) teller(board);
    };
  },
};
