import { useEffect, useRef, useState } from 'react';
import { type AgentChange, agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { type Held, markStale, queryClient } from '#kernel/client/calls/queries/query.ts';
import { onAgents, onLiveState } from '#kernel/client/calls/live/realtime.ts';
import { type Board, rereadIn, withChanges } from './board.ts';

/** Polling interval without the live connection; with it, a slow refresh covers missed events. */
const pollMs = 5000;
const slowPollMs = 60_000;
/** Drawn together. */
const drawMs = 200;

function lay(changes: readonly AgentChange[]): boolean {
  let isUnclear = false;
  const known = { queryKey: [agentLive.list.domain, agentLive.list.name] };
  for (const [key, held] of queryClient.getQueriesData<Held<typeof agentLive.list>>(known)) {
    if (!held) continue;
    const next = withChanges(held.reply as Board, key[2] as Input<typeof agentLive.list>, changes);
    isUnclear ||= next.isUnclear;
    // Keeps the age of the loaded rows.
    const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt;
    queryClient.setQueryData(key, { ...held, reply: next.board }, { updatedAt });
  }
  return isUnclear;
}

/** Updates the board from live events, and by polling without a connection. Returns true while connected. */
export function useBoard(): boolean {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => onLiveState((state) => setIsLive(state === 'connected')), []);
  useEffect(() => {
    const timer = setInterval(() => markStale([agentLive.list.domain]), isLive ? slowPollMs : pollMs);
    return () => clearInterval(timer);
  }, [isLive]);
  const waiting = useRef<AgentChange[]>([]);
  useEffect(() => {
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let reading: ReturnType<typeof setTimeout> | undefined;
    let readAt: number | undefined;
    const draw = (): void => {
      drawing = undefined;
      const isUnclear = lay(waiting.current.splice(0));
      if (isUnclear)
        reading ??= setTimeout(
          () => {
            reading = undefined;
            readAt = performance.now();
            markStale([agentLive.list.domain]);
          },
          rereadIn(performance.now(), readAt),
        );
    };
    const stop = onAgents((changes) => {
      waiting.current.push(...(changes as readonly AgentChange[]));
      drawing ??= setTimeout(draw, drawMs);
    });
    return () => {
      stop();
      clearTimeout(drawing);
      clearTimeout(reading);
    };
  }, []);
  return isLive;
}
