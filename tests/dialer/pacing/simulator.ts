/**
 * A call centre on a virtual clock: calls ring, are answered or fail, agents talk and finish their notes; the same seed
 * gives the same shift. Times as in the design of the dialer, section 3.3.
 */
import { Random } from '../../../src/app/demo/random.ts';
import type { Scene } from '../../../src/contexts/dialer/server/pacing/decide.ts';
import type { PacingEvent } from '../../../src/contexts/dialer/server/pacing/memory.ts';
import { Agenda } from './agenda.ts';
import { type Figures, Tally } from './tally.ts';

/** What decides; it is told all that happens and asked as often as it says. */
export interface Policy {
  name: string;
  everyS: number;
  /** Also when an agent becomes free or leaves. */
  onChange: boolean;
  ask(scene: Scene, now: number): { dial: number; cancel?: number };
  saw?(event: SeenEvent, now: number): void;
}
type Without<E> = E extends unknown ? Omit<E, 'targetAbandon'> : never;
export type SeenEvent = Without<PacingEvent>;

export interface Shift {
  seed: number;
  agents: number;
  hours: number;
  /** Share of calls that would be answered, by second of the shift. */
  answerRate: (now: number) => number;
  patienceS?: number;
  /** Each waiting agent leaves for a minute about this often per hour. */
  pausesPerHour?: number;
  /** Looks at every decision. */
  watch?: (scene: Scene, dial: number) => void;
}

interface Agent {
  doing: 'free' | 'talk' | 'wrap' | 'away';
  since: number;
}
interface Ringing {
  dialledAt: number;
  answered: boolean;
}

const normal = (r: Random): number =>
  Math.sqrt(-2 * Math.log(1 - r.next())) * Math.cos(2 * Math.PI * r.next());
function logNormal(r: Random, mean: number, variation: number): number {
  const variance = Math.log(1 + variation * variation);
  return Math.exp(Math.log(mean) - variance / 2 + Math.sqrt(variance) * normal(r));
}
const exponential = (r: Random, mean: number): number => -mean * Math.log(1 - r.next());
const between = (r: Random, from: number, to: number): number => from + r.next() * (to - from);
const RING_OUT_S = 25;

class Centre {
  readonly #r: Random;
  readonly #shift: Shift;
  readonly #policy: Policy;
  readonly #agenda = new Agenda();
  readonly #agents: Agent[];
  readonly #free: Agent[];
  readonly #ringing = new Map<number, Ringing>();
  readonly #waiting = new Map<number, number>();
  readonly #tally: Tally;
  #calls = 0;

  constructor(shift: Shift, policy: Policy) {
    this.#r = new Random(shift.seed);
    this.#shift = shift;
    this.#policy = policy;
    this.#agents = Array.from({ length: shift.agents }, () => ({ doing: 'free', since: 0 }));
    this.#free = [...this.#agents];
    this.#tally = new Tally(shift.agents, shift.hours);
  }

  run(): Figures {
    const end = this.#shift.hours * 3600;
    this.#agenda.at(0, () => this.#tick());
    const { pausesPerHour } = this.#shift;
    if (pausesPerHour) for (const agent of this.#agents) this.#planPause(agent, 3600 / pausesPerHour);
    for (let next = this.#agenda.next(end); next; next = this.#agenda.next(end)) next();
    for (const agent of this.#agents) this.#tally.worked(agent.doing, agent.since, end);
    return this.#tally.figures();
  }

  get #now(): number {
    return this.#agenda.now;
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
    const r = this.#r;
    const id = ++this.#calls;
    const setup = between(r, 1, 3);
    const answerAfter = exponential(r, 3) + exponential(r, 3) + exponential(r, 3);
    const answered = r.chance(this.#shift.answerRate(this.#now));
    const failAfter = r.chance(0.2) ? between(r, 2, 6) : RING_OUT_S;
    const ring = answered ? Math.min(RING_OUT_S, answerAfter) : failAfter;
    this.#ringing.set(id, { dialledAt: this.#now, answered });
    this.#tally.dials += 1;
    this.#agenda.at(this.#now + setup + ring, () => this.#rang(id));
  }

  #rang(id: number): void {
    const call = this.#ringing.get(id);
    if (!call) return;
    this.#ringing.delete(id);
    const afterS = this.#now - call.dialledAt;
    this.#policy.saw?.({ type: call.answered ? 'answered' : 'failed', afterS }, this.#now);
    if (!call.answered) return;
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

  #become(agent: Agent, doing: Agent['doing']): void {
    this.#tally.worked(agent.doing, agent.since, this.#now);
    agent.doing = doing;
    agent.since = this.#now;
  }

  #talk(agent: Agent): void {
    this.#reached(false);
    this.#become(agent, 'talk');
    const seconds = logNormal(this.#r, 150, 1);
    this.#agenda.at(this.#now + seconds, () => {
      this.#policy.saw?.({ type: 'talked', seconds }, this.#now);
      this.#become(agent, 'wrap');
      this.#wrap(agent);
    });
  }

  #wrap(agent: Agent): void {
    const seconds = logNormal(this.#r, 30, 0.5);
    this.#agenda.at(this.#now + seconds, () => {
      this.#policy.saw?.({ type: 'wrapped', seconds }, this.#now);
      this.#become(agent, 'free');
      this.#offer(agent);
    });
  }

  /** To the caller who waits longest, else into the pool. */
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

  #planPause(agent: Agent, meanS: number): void {
    this.#agenda.at(this.#now + exponential(this.#r, meanS), () => {
      const place = this.#free.indexOf(agent);
      if (place >= 0) {
        this.#free.splice(place, 1);
        this.#become(agent, 'away');
        this.#changed();
        this.#agenda.at(this.#now + 60, () => {
          this.#become(agent, 'free');
          this.#offer(agent);
        });
      }
      this.#planPause(agent, meanS);
    });
  }
}

export const simulate = (shift: Shift, policy: Policy): Figures => new Centre(shift, policy).run();
