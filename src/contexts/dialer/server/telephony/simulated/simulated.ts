/** A carrier that carries nothing: numbers behave by their last two digits, in the server's time, and live in the database. */
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { agentPlan, heardOut, ownPhonePlan, planOf } from '../number-plan.ts';
import type { LegInfo, ProviderEvent, TelephonyProvider } from '../port.ts';
import { type Leg, type Told, eventOf, pressOf, standsAs } from './simulated-events.ts';
import { toneWav } from '../tone.ts';

type Sink = (event: ProviderEvent) => Promise<void>;

const columns = sql`leg_id as "legId", role, target, state, bridge_id as "bridgeId", steps, told, talk_ms as "talkMs",
  tells_twice as "tellsTwice"`;
const atOnce = 8;
const mostATurn = 64;
const callerWaitsMs = 40_000;
/** Duration of the announcement that no agent is free. */
const farewellMs = 6000;
/** Duration of an answering machine's greeting, and of a message on it. */
const greetsMs = 5000;
const messageMs = 8000;

interface Options {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Sleep interval when no step is due; a moved clock is noticed after at most this time. */
  pollMs: number;
}

class Carrier implements TelephonyProvider {
  readonly id = 'simulated';
  readonly caps = {
    hasExchange: true,
    customerFirst: true,
    nailedAgent: true,
    ringingEvents: true,
    snapshot: 'full',
    legs: ['nailed', 'per_call'],
    secondLine: true,
    machines: true,
  } as const;
  readonly #o: Options;
  #sink: Sink | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(o: Options) {
    this.#o = o;
  }

  async start(sink: Sink): Promise<void> {
    this.#sink = sink;
    await this.#o.database.run(
      sql`delete from simulated_legs where state = 'ended' and created_at < ${this.#now()}::timestamptz - interval '1 day'`,
    );
    this.#wakeIn(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#turn;
  }

  async originate(
    call: Parameters<TelephonyProvider['originate']>[0],
  ): ReturnType<TelephonyProvider['originate']> {
    const target = 'extension' in call.to ? call.to.extension : call.to.number;
    const plan =
      call.to.kind === 'own-phone'
        ? ownPhonePlan(target)
        : 'extension' in call.to
          ? agentPlan(target)
          : planOf(target);
    const isRetryable = plan.refuses === 'retryable';
    if (plan.refuses) return { ok: false, isRetryable, isOfTrunk: isRetryable, reason: 'refused' };
    const first = plan.steps[0];
    const steps: Told[] = [...heardOut(plan, call.detects ?? false), ...pressOf(plan)];
    await this.#o.database.run(sql`
      insert into simulated_legs (leg_id, role, target, steps, next_at, tells_twice, talk_ms, created_at)
      values (${call.legId}, ${call.role}, ${target}, ${JSON.stringify(steps)}::jsonb,
        ${first ? this.#in(first.afterMs) : null}, ${plan.tellsTwice ?? false}, ${plan.talkMs}, ${this.#now()})
      on conflict do nothing`);
    if (plan.callsBackMs !== undefined && call.role === 'customer')
      await this.#callBack(call.legId, target, plan.callsBackMs);
    this.#wakeIn(first?.afterMs ?? this.#o.pollMs);
    return { ok: true, providerRef: call.legId };
  }

  /** The called person sees a missed call and calls once. */
  async #callBack(legId: string, number: string, afterMs: number): Promise<void> {
    const steps: Told[] = [
      { afterMs: 0, type: 'inbound' },
      { afterMs: callerWaitsMs, type: 'ended', cause: 16, by: 'far' },
    ];
    await this.#o.database.run(sql`
      insert into simulated_legs (leg_id, role, target, state, steps, next_at, talk_ms, created_at)
      values (md5(${`back:${legId}`})::uuid, 'inbound', ${number}, 'coming', ${JSON.stringify(steps)}::jsonb,
        ${this.#in(afterMs)}, 30000, ${this.#now()})
      on conflict do nothing`);
  }

  hangup(legId: string): Promise<void> {
    return this.#script(legId, (leg) =>
      leg.state === 'ended' ? null : [{ afterMs: 0, type: 'ended', cause: 16, by: 'us' }],
    );
  }

  farewell(legId: string): Promise<void> {
    return this.#script(legId, (leg) =>
      leg.state === 'ended' || leg.steps.some((step) => step.type === 'ended' && step.by === 'us')
        ? null
        : [{ afterMs: farewellMs, type: 'ended', cause: 16, by: 'us' }],
    );
  }

  async leave({ legId }: Parameters<TelephonyProvider['leave']>[0]): Promise<boolean> {
    await this.#script(legId, (leg) =>
      leg.state === 'ended' || leg.steps.some(({ type }) => type === 'message')
        ? null
        : [
            { afterMs: greetsMs, type: 'message', how: 'begun' },
            { afterMs: messageMs, type: 'message', how: 'whole' },
            { afterMs: 0, type: 'ended', cause: 16, by: 'us' },
          ],
    );
    return true;
  }

  /** The simulation has no audio. */
  say = (): Promise<void> => Promise.resolve();
  hush = (): Promise<void> => Promise.resolve();
  /** Digits are ignored in the simulation. */
  press = (): Promise<void> => Promise.resolve();

  isHeard = (): Promise<boolean> => Promise.resolve(true);

  /** There is no audio to mute; the flag is stored for tests and screens. */
  async mute(legId: string, isMuted: boolean): Promise<void> {
    await this.#o.database.run(sql`update simulated_legs set is_muted = ${isMuted} where leg_id = ${legId}`);
  }

  async hold(legId: string, isHeld: boolean): Promise<void> {
    await this.#o.database.run(sql`update simulated_legs set is_held = ${isHeld} where leg_id = ${legId}`);
  }

  async bridge({
    bridgeId,
    legs: [customer, agent],
  }: Parameters<TelephonyProvider['bridge']>[0]): Promise<void> {
    const { database } = this.#o;
    const isAgentUp = await database.one(sql`
      update simulated_legs set bridge_id = ${bridgeId} where leg_id = ${agent} and state = 'answered' returning 1 as ok`);
    if (!isAgentUp) return;
    await this.#script(
      customer,
      (leg) => {
        const isThere = leg.state === 'answered' || leg.role === 'inbound';
        if (!isThere || leg.state === 'ended' || leg.bridgeId !== null) return null;
        // A person who would have hung up while waiting remains.
        return [
          { afterMs: 0, type: 'bridged' },
          { afterMs: leg.talkMs, type: 'ended', cause: 16, by: 'far' },
        ];
      },
      bridgeId,
    );
  }

  async join({ bridgeId, legId }: Parameters<TelephonyProvider['join']>[0]): Promise<void> {
    // Into a bridge that is there only.
    await this.#o.database.run(sql`
      update simulated_legs set bridge_id = ${bridgeId} where leg_id = ${legId} and state = 'answered'
        and exists (select from simulated_legs x where x.leg_id = ${bridgeId}::uuid and x.bridge_id = ${bridgeId} and x.state <> 'ended')`);
  }

  async part({ bridgeId, legId }: Parameters<TelephonyProvider['part']>[0]): Promise<void> {
    await this.#o.database.run(
      sql`update simulated_legs set bridge_id = null where leg_id = ${legId} and bridge_id = ${bridgeId}`,
    );
  }

  /** Without audio there is nothing to listen to. */
  spy = (): Promise<void> => Promise.resolve();

  /** Recordings are generated on download, none are stored. */
  removeRecording = (): Promise<void> => Promise.resolve();

  async fetchRecording(recId: string, seconds: number): Promise<{ contentType: string; bytes: Buffer }> {
    return { contentType: 'audio/wav', bytes: toneWav(recId, seconds) };
  }

  snapshot(): Promise<LegInfo[]> {
    return this.#o.database.rows<LegInfo>(sql`
      select leg_id as "legId", role, state, bridge_id as "bridgeId" from simulated_legs
      where state not in ('coming', 'ended')`);
  }

  #now(): Date {
    return this.#o.clock.now();
  }
  #in(ms: number): Date {
    return new Date(this.#now().getTime() + ms);
  }

  /** What happens to a leg from now on, instead of what would have. */
  async #script(legId: string, next: (leg: Leg) => Told[] | null, bridgeId?: string): Promise<void> {
    await this.#o.database.transaction(async (tx) => {
      const leg = await tx.one<Leg>(
        sql`select ${columns} from simulated_legs where leg_id = ${legId} for no key update`,
      );
      const steps = leg && next(leg);
      if (!steps) return;
      await tx.run(sql`
        update simulated_legs set steps = ${JSON.stringify([...leg.steps.slice(0, leg.told), ...steps])}::jsonb,
          next_at = ${this.#in(steps[0]?.afterMs ?? 0)}, bridge_id = coalesce(${bridgeId ?? null}, bridge_id) where leg_id = ${legId}`);
    });
    this.#wakeIn(0);
  }

  #wakeIn(ms: number): void {
    if (this.#isStopped || !this.#sink) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#turn = this.#turn.then(() => this.#tellDue());
      },
      Math.min(ms, this.#o.pollMs),
    );
    this.#timer.unref();
  }

  async #tellDue(): Promise<void> {
    const { database, pollMs } = this.#o;
    try {
      const due = await database.rows<Leg>(sql`
        select ${columns} from simulated_legs where next_at <= ${this.#now()} order by next_at limit ${mostATurn}`);
      for (let i = 0; i < due.length; i += atOnce)
        await Promise.all(due.slice(i, i + atOnce).map((leg) => this.#tell(leg)));
      const ms = due.length === mostATurn ? 0 : await this.#untilNext();
      if (ms < pollMs || !database.rest.lieDown(pollMs, () => this.#wakeIn(0))) this.#wakeIn(ms);
    } catch (error) {
      this.#o.log.warn({ err: error }, 'simulated carrier');
      this.#wakeIn(pollMs);
    }
  }

  async #untilNext(): Promise<number> {
    const next = await this.#o.database.one<{ at: string | null }>(
      sql`select min(next_at) as at from simulated_legs where next_at is not null`,
    );
    return next?.at ? Math.max(0, Date.parse(next.at) - this.#now().getTime()) : this.#o.pollMs;
  }

  /** Stores the state, sends the event, then marks it as sent: a crash in between sends it again. */
  async #tell(leg: Leg): Promise<void> {
    const step = leg.steps[leg.told];
    if (!step || !this.#sink) return;
    const { database } = this.#o;
    const state = standsAs(leg, step);
    await database.run(
      sql`update simulated_legs set state = ${state} where leg_id = ${leg.legId} and state <> 'ended'`,
    );
    // The other party remains alone in the bridge.
    if (state === 'ended' && leg.bridgeId !== null)
      await database.run(sql`
        update simulated_legs set bridge_id = null where bridge_id = ${leg.bridgeId}
          and (leg_id = ${leg.legId} or ${leg.bridgeId === leg.legId}
            or (select count(*) from simulated_legs x where x.bridge_id = ${leg.bridgeId}) < 3)`);
    const event = eventOf(leg, step, this.#now());
    await this.#sink(event);
    if (leg.tellsTwice) await this.#sink(event);
    const after = step.type === 'ended' ? undefined : leg.steps[leg.told + 1];
    await database.run(sql`
      update simulated_legs set told = told + 1, next_at = ${after ? this.#in(after.afterMs) : null}
      where leg_id = ${leg.legId} and told = ${leg.told} and steps = ${JSON.stringify(leg.steps)}::jsonb`);
  }
}

export const simulatedTelephony = (o: Options): TelephonyProvider => new Carrier(o);
