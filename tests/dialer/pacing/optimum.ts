/**
 * The optimum of a policy that observes only the numbers of busy agents and ringing calls (design of the dialer, section
 * 3.4): a constrained Markov decision process with memoryless rings and talks, solved by value iteration with a price
 * per abandoned call. A reference, no upper bound: ages of calls have information too.
 */
const TALK_AND_WRAP_S = 180;
const PATIENCE_S = 2;
const MEAN_ANSWER_S = 2 + 8.9;
const MEAN_FAILURE_S = 2 + 0.2 * 4 + 0.8 * 25;
const GOOD_ENOUGH = 1e-4;
const ROUNDS = { values: 20_000, shares: 12_000, prices: 9 };

/** Shares, 0 to 1. */
export interface Optimum {
  utilisation: number;
  abandons: number;
}

class Floor {
  readonly width: number;
  readonly #agents: number;
  readonly #answerRate: number;
  readonly #rings: number;
  readonly #freed = 1 / TALK_AND_WRAP_S;
  readonly #ended: number;
  readonly #clock: number;
  /** Of answers with all agents busy: the share with a free agent in time. */
  readonly #saved: number;
  #values: Float64Array;

  constructor(agents: number, answerRate: number) {
    this.#agents = agents;
    this.#answerRate = answerRate;
    this.#rings = Math.ceil(agents / answerRate / 4) + 40;
    this.width = this.#rings + 1;
    this.#ended = 1 / (answerRate * MEAN_ANSWER_S + (1 - answerRate) * MEAN_FAILURE_S);
    this.#clock = agents * this.#freed + this.#rings * this.#ended;
    this.#saved = 1 - Math.exp(-agents * this.#freed * PATIENCE_S);
    this.#values = new Float64Array((agents + 1) * this.width);
  }

  #eachState(look: (busy: number, ringing: number, state: number) => void): void {
    for (let busy = 0; busy <= this.#agents; busy++)
      for (let ringing = 0; ringing <= this.#rings; ringing++)
        look(busy, ringing, busy * this.width + ringing);
  }

  /** The best number of ringing calls per state: calls can be added at once and never cancelled. */
  #best(into: Float64Array): Int32Array {
    const to = new Int32Array(into.length);
    for (let busy = 0; busy <= this.#agents; busy++) {
      let at = (busy + 1) * this.width - 1;
      for (let state = at; state >= busy * this.width; state--) {
        if ((this.#values[state] ?? 0) >= (this.#values[at] ?? 0)) at = state;
        into[state] = this.#values[at] ?? 0;
        to[state] = at;
      }
    }
    return to;
  }

  solve(price: number): Optimum {
    const best = new Float64Array(this.#values.length);
    const next = new Float64Array(this.#values.length);
    for (let round = 0; round < ROUNDS.values; round++) {
      this.#best(best);
      let [least, most] = [Infinity, -Infinity];
      this.#eachState((busy, ringing, state) => {
        const [down, end] = [busy * this.#freed, ringing * this.#ended];
        const answered =
          busy < this.#agents
            ? (best[state + this.width - 1] ?? 0)
            : (best[state - 1] ?? 0) - (1 - this.#saved) * price;
        const value =
          (busy / this.#agents +
            down * (best[state - this.width] ?? 0) +
            (ringing
              ? end * ((1 - this.#answerRate) * (best[state - 1] ?? 0) + this.#answerRate * answered)
              : 0) +
            (this.#clock - down - end) * (best[state] ?? 0)) /
          this.#clock;
        const change = value - (this.#values[state] ?? 0);
        least = Math.min(least, change);
        most = Math.max(most, change);
        next[state] = value;
      });
      const base = next[0] ?? 0;
      next.forEach((value, state) => (this.#values[state] = value - base));
      if ((most - least) * this.#clock < GOOD_ENOUGH) break;
    }
    return this.#lived(this.#best(best));
  }

  /** Stationary figures of the policy. */
  #lived(to: Int32Array): Optimum {
    let shares = new Float64Array(to.length);
    shares[to[0] ?? 0] = 1;
    for (let round = 0; round < ROUNDS.shares; round++) {
      const after = new Float64Array(to.length);
      const move = (state: number, share: number): void => {
        const at = to[state] ?? 0;
        after[at] = (after[at] ?? 0) + share;
      };
      this.#eachState((busy, ringing, state) => {
        const share = shares[state] ?? 0;
        if (share < 1e-14) return;
        const [down, end] = [(busy * this.#freed) / this.#clock, (ringing * this.#ended) / this.#clock];
        if (busy) move(state - this.width, share * down);
        if (ringing) {
          move(state - 1, share * end * (1 - this.#answerRate));
          move(busy < this.#agents ? state + this.width - 1 : state - 1, share * end * this.#answerRate);
        }
        after[state] = (after[state] ?? 0) + share * (1 - down - end);
      });
      shares = after;
    }
    let [utilisation, answers, lost] = [0, 0, 0];
    this.#eachState((busy, ringing, state) => {
      const share = shares[state] ?? 0;
      utilisation += (share * busy) / this.#agents;
      answers += share * ringing;
      if (busy === this.#agents) lost += share * ringing * (1 - this.#saved);
    });
    return { utilisation, abandons: lost / answers };
  }
}

/** The highest utilisation with at most this share of answers abandoned. */
export function countStateOptimum(agents: number, answerRate: number, share: number): Optimum {
  const floor = new Floor(agents, answerRate);
  let [low, high] = [0.5, 500];
  let best = floor.solve(high);
  for (let round = 0; round < ROUNDS.prices; round++) {
    const price = Math.sqrt(low * high);
    const found = floor.solve(price);
    if (found.abandons > share) low = price;
    else [high, best] = [price, found];
  }
  return best;
}
