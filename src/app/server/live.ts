/** The part of the composition root that never rests: calls, messages, and what is told to open screens. */
import type { Server } from 'node:http';
import { type Sending, keepSending } from '#contexts/messaging/server/communications/bulk.ts';
import { keepFollowing } from '#contexts/messaging/server/communications/follow.ts';
import { boardTopic } from '#contexts/dialer/server/board/board.ts';
import { openDialer, pollFor } from '#contexts/dialer/server/engine/engine.ts';
import { type Reconciling, keepReconciling } from '#contexts/payments/server/reconcile.ts';
import { keepJudging } from '#contexts/work/server/promises/jobs.ts';
import { type Fetching, keepFetching } from '#contexts/dialer/server/recordings/jobs.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { openRealtime } from '#kernel/server/live/realtime.ts';
import { ariOptionsIn } from '#contexts/dialer/server/telephony/ari.ts';
import { asterisk } from '#contexts/dialer/server/telephony/asterisk.ts';
import { lineOf } from '#contexts/dialer/server/telephony/line.ts';
import { noExchange } from '#contexts/dialer/server/telephony/none.ts';
import type { TelephonyProvider } from '#contexts/dialer/server/telephony/port.ts';
import { simulatedCarrier } from '#contexts/dialer/server/telephony/simulated.ts';

/** Who carries the calls: an Asterisk; without one nobody, or in a demo a carrier that makes them up. */
export function telephonyOf(o: {
  database: Database;
  clock: Clock;
  log: Logger;
  mode: 'demo' | 'production';
  ariUrl?: string | undefined;
}): TelephonyProvider {
  if (o.ariUrl === undefined && o.mode === 'production') return noExchange();
  if (o.ariUrl === undefined) return simulatedCarrier({ ...o, pollMs: pollFor(o.clock) });
  return asterisk({ ...ariOptionsIn(o.ariUrl), line: lineOf(o.database, 'asterisk'), log: o.log });
}

/** What happens by itself: calls, and what is told to open screens. */
export async function goLive(
  http: Server,
  o: {
    database: Database;
    clock: Clock;
    isSecure: boolean;
    log: Logger;
    evaluate: Evaluate;
    provider: TelephonyProvider;
    failAt?: ((point: string) => void) | undefined;
  },
): Promise<{ count(): number; stop(): Promise<void> }> {
  let connected = (): number[] => [];
  const dialer = await openDialer({ ...o, connected: () => connected() });
  const realtime = await openRealtime(http, { ...o, also: dialer.heard, topics: [boardTopic] });
  connected = realtime.users;
  return {
    count: realtime.count,
    async stop() {
      await Promise.all([dialer.stop(), realtime.stop()]);
    },
  };
}

/** What is looked at again and again: promises, payments, messages and recordings that are due. */
export function keepRounds(o: Reconciling & Sending & Fetching, log: Logger): { stop(): Promise<void> } {
  const rounds = [
    keepJudging(o.database, o.clock, log),
    keepReconciling(o, log),
    keepSending(o, log),
    keepFollowing(o, log),
    keepFetching(o, log),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}
