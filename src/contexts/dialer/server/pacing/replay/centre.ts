/**
 * Simulated call centre on a virtual clock: calls ring, are answered or fail, agents talk and wrap up, arrive and leave.
 * Durations follow configured laws; the same laws give the same shift.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Scene } from '../decide.ts';
import type { PacingEvent } from '../memory.ts';
import { Agenda } from './agenda.ts';
import { type Doing, type ShiftFigures, ShiftTally } from './tally.ts';

/** The pacing policy under test; it receives all events and decides as often as it requests. */
export interface PacingPolicy {
  name: string;
  everyS: number;
  /** Also when an agent becomes free or leaves. */
  onChange: boolean;
  ask(scene: Scene, now: number): { dial: number; cancel?: number };
  saw?(event: SeenEvent, now: number): void;
}
type Without<E> = E extends unknown ? Omit<E, 'targetAbandon'> : never;
type SeenEvent = Without<PacingEvent>;

/** Each is evaluated once per call, agent or pause; `now` is the second of the shift. */
export interface Laws {
  /** When a call dialled now is answered or fails, seconds after. */
  ring(now: number): { isAnswered: boolean; afterS: number };
  talkS(now: number): number;
  wrapS(now: number): number;
  /** Until an agent pauses next. */
  pauseS?: () => number;
}
export interface Shift {
  /** Staffed agents per hour; the last number repeats. */
  agents: readonly number[];
  hours: number;
  laws: Laws;
  patienceS?: number;
  /** Observes every decision. */
  watch?: (scene: Scene, dial: number) => void;
}

interface Agent {
  doing: Doing;
  since: number;
  /** Leaves after the call and its wrap-up. */
  isLeaving: boolean;
}
interface Ringing {
  dialledAt: number;
  isAnswered: boolean;
}
/** Steps before yielding to other tasks. */
const stepsAtOnce = 200;

class Centre {
  readonly #shift: Shift;
  readonly #policy: PacingPolicy;
  readonly #agenda = new Agenda();
  readonly #agents: Agent[];
  readonly #free: Agent[] = [];
  readonly #ringing = new Map<number, Ringing>();
  readonly #waiting = new Map<number, number>();
  readonly #tally: ShiftTally;
  #calls = 0;

  constructor(shift: Shift, policy: PacingPolicy) {
    this.#shift = shift;
    this.#policy = policy;
    this.#tally = new ShiftTally(shift.hours);
    this.#agents = Array.from({ length: Math.max(...shift.agents) }, () => ({
      doing: 'away',
      since: 0,
      isLeaving: true,
    }));
  }

  /** One step at a time, until all are finished. */
  *run(): Generator<undefined, ShiftFigures> {
    const end = this.#shift.hours * 3600;
    this.#shift.agents.forEach((count, hour) => this.#agenda.at(hour * 3600, () => this.#staff(count)));
    this.#agenda.at(0, () => this.#tick());
    if (this.#shift.laws.pauseS) for (const agent of this.#agents) this.#planPause(agent);
    for (let next = this.#agenda.next(end); next; next = this.#agenda.next(end)) {
      next();
      yield;
    }
    for (const agent of this.#agents) this.#tally.worked(agent.doing, agent.since, end);
    return this.#tally.figures();
  }

  get #now(): number {
    return this.#agenda.now;
  }

  /** Changes the staff from now on; busy agents leave afterwards. */
  #staff(count: number): void {
    this.#agents.forEach((agent, place) => {
      const wasLeaving = agent.isLeaving;
      agent.isLeaving = place >= count;
      if (agent.isLeaving && agent.doing === 'free') this.#leave(agent);
      else if (!agent.isLeaving && wasLeaving && agent.doing === 'away') this.#come(agent);
    });
  }

  #leave(agent: Agent): void {
    const place = this.#free.indexOf(agent);
    if (place >= 0) this.#free.splice(place, 1);
    this.#become(agent, 'away');
    this.#changed();
  }

  #come(agent: Agent): void {
    this.#become(agent, 'free');
    this.#offer(agent);
  }

  #tick(): void {
    this.#agenda.at(this.#now + this.#policy.everyS, () => this.#tick());
    this.#ask();
  }

  #ask(): void {
    const now = this.#now;
    const scene: Scene = {
      free: this.#free.length,
      waiting: this.#waiting.size,
      ringing: [...this.#ringing.values()].map(({ dialledAt }) => now - dialledAt),
      busy: this.#agents.flatMap(({ doing, since }) =>
        doing === 'talk' || doing === 'wrap' ? [{ stage: doing, elapsedS: now - since }] : [],
      ),
      today: this.#tally.today,
      hour: this.#tally.hourAt(now),
    };
    const { dial, cancel = 0 } = this.#policy.ask(scene, now);
    for (const id of [...this.#ringing.keys()].reverse().slice(0, cancel)) this.#ringing.delete(id);
    this.#shift.watch?.(scene, dial - cancel);
    for (let i = 0; i < dial; i++) this.#dial();
  }

  #dial(): void {
    const id = ++this.#calls;
    const { isAnswered, afterS } = this.#shift.laws.ring(this.#now);
    this.#ringing.set(id, { dialledAt: this.#now, isAnswered });
    this.#tally.dialled(this.#now);
    this.#agenda.at(this.#now + afterS, () => this.#rang(id));
  }

  #rang(id: number): void {
    const call = this.#ringing.get(id);
    if (!call) return;
    this.#ringing.delete(id);
    const afterS = this.#now - call.dialledAt;
    this.#policy.saw?.({ type: call.isAnswered ? 'answered' : 'failed', afterS }, this.#now);
    if (!call.isAnswered) return;
    const agent = this.#free.shift();
    if (agent) return this.#talk(agent);
    this.#waiting.set(id, this.#now);
    this.#agenda.at(this.#now + (this.#shift.patienceS ?? 2), () => this.#lost(id));
  }

  #lost(id: number): void {
    if (!this.#waiting.delete(id)) return;
    this.#reached(true);
  }

  #reached(abandoned: boolean): void {
    this.#tally.reached(abandoned, this.#now);
    this.#policy.saw?.({ type: 'reached', abandoned }, this.#now);
  }

  #become(agent: Agent, doing: Doing): void {
    this.#tally.worked(agent.doing, agent.since, this.#now);
    agent.doing = doing;
    agent.since = this.#now;
  }

  #talk(agent: Agent): void {
    this.#reached(false);
    this.#become(agent, 'talk');
    const seconds = this.#shift.laws.talkS(this.#now);
    this.#agenda.at(this.#now + seconds, () => {
      this.#policy.saw?.({ type: 'talked', seconds }, this.#now);
      this.#become(agent, 'wrap');
      this.#wrap(agent);
    });
  }

  #wrap(agent: Agent): void {
    const seconds = this.#shift.laws.wrapS(this.#now);
    this.#agenda.at(this.#now + seconds, () => {
      this.#policy.saw?.({ type: 'wrapped', seconds }, this.#now);
      if (agent.isLeaving) return this.#leave(agent);
      this.#become(agent, 'free');
      this.#offer(agent);
    });
  }

  /** To the longest waiting caller, else to the pool. */
  #offer(agent: Agent): void {
    const [id] = this.#waiting.keys();
    if (id !== undefined) {
      this.#waiting.delete(id);
      this.#talk(agent);
      return;
    }
    this.#free.push(agent);
    this.#changed();
  }

  #changed(): void {
    if (this.#policy.onChange) this.#ask();
  }

  #planPause(agent: Agent): void {
    this.#agenda.at(this.#now + (this.#shift.laws.pauseS?.() ?? Infinity), () => {
      if (this.#free.includes(agent)) {
        this.#leave(agent);
        this.#agenda.at(this.#now + 60, () => !agent.isLeaving && this.#come(agent));
      }
      this.#planPause(agent);
    });
  }
}

export function simulate(shift: Shift, policy: PacingPolicy): ShiftFigures {
  const steps = new Centre(shift, policy).run();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, yielding to other work. */
export async function simulateAside(shift: Shift, policy: PacingPolicy): Promise<ShiftFigures> {
  const steps = new Centre(shift, policy).run();
  for (let n = 1; ; n += 1) {
    const { done, value } = steps.next();
    if (done) return value;
    if (n % stepsAtOnce === 0) await turn();
  }
}
