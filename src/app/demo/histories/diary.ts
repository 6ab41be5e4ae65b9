/** Calendar of each agent: assigns every call a free slot, so that no agent is in two calls at once. */
import { type Calendar, CLOSES, DAY, HORIZON, OPENS } from './calendar.ts';
import type { Random } from '../random.ts';

const SLOT = 240;
const slotsADay = (CLOSES - OPENS) / SLOT;
const bytesADay = Math.ceil(slotsADay / 8);
const JITTER = 25;
/** Maximum duration of a call, including ringing and wrap-up. */
export const LONGEST_CALL = SLOT - JITTER;

export class Diary {
  readonly #calendar: Calendar;
  /** For each agent one bit for each slot of each day. */
  readonly #taken = new Map<number, Uint8Array>();

  readonly #agents: number;

  constructor(calendar: Calendar, agents: number) {
    this.#calendar = calendar;
    this.#agents = agents;
  }

  /** A number that no other booked time has and that grows with time: lists show the newest first by it. */
  key(agent: number, at: number): number {
    const day = Math.floor(at / DAY);
    const slot = Math.floor((at - day * DAY - OPENS) / SLOT);
    return ((day + HORIZON) * slotsADay + slot) * this.#agents + agent + 1;
  }

  /** Start of a free slot on this day, or null when the agent has none. */
  book(agent: number, day: number, r: Random): number | null {
    const open =
      day < 0 ? slotsADay : Math.floor((Math.min(this.#calendar.nowSecond, CLOSES) - OPENS) / SLOT);
    if (open <= 0) return null;
    let taken = this.#taken.get(agent);
    if (!taken) this.#taken.set(agent, (taken = new Uint8Array((HORIZON + 1) * bytesADay)));
    const base = -day * bytesADay;
    const first = Math.floor(r.next() * open);
    for (let i = 0; i < open; i += 1) {
      const slot = (first + i) % open;
      const byte = base + (slot >> 3);
      const bit = 1 << (slot & 7);
      const was = taken[byte] ?? 255;
      if (was & bit) continue;
      taken[byte] = was | bit;
      return day * DAY + OPENS + slot * SLOT + r.int(0, JITTER);
    }
    return null;
  }
}
