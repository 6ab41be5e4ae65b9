/** Simulated carrier: results of a number by its last two digits, so that faults can be provoked. Pure. */
export type DialStep =
  | { afterMs: number; type: 'progress' | 'ringing' | 'picked-up' | 'answered' | 'machine' }
  | {
      afterMs: number;
      type: 'ended';
      cause: number | null;
      by: 'far' | 'network';
      /** SIP status that rejects the call, with the cause of its Reason header. */
      sip?: number;
      reason?: number;
    };

export interface NumberPlan {
  steps: readonly DialStep[];
  /** The provider rejects the call. */
  refuses?: 'retryable' | 'for-good';
  /** Every event is sent twice. */
  tellsTwice?: boolean;
  /** How long the simulated borrower talks once connected to the agent. */
  talkMs: number;
  /** Not answered; the simulated borrower calls back after this time. */
  callsBackMs?: number;
  /** The key sent on an agent's phone. */
  presses?: string;
}

const rings = (afterMs = 1500): DialStep => ({ afterMs, type: 'ringing' });
const endsWith = (afterMs: number, cause: number, by: 'far' | 'network' = 'network'): DialStep => ({
  afterMs,
  type: 'ended',
  cause,
  by,
});
const answers = (afterMs: number): DialStep => ({ afterMs, type: 'answered' });
const longestRing = 60_000;
const silent: readonly DialStep[] = [];

const special: Readonly<Record<string, Omit<NumberPlan, 'talkMs'>>> = {
  '00': { steps: [endsWith(1500, 17)] },
  '01': { steps: [rings(), endsWith(longestRing, 19)] },
  '02': { steps: [endsWith(1500, 20)] },
  '03': { steps: [rings(), endsWith(4000, 21, 'far')] },
  '04': { steps: [endsWith(1000, 1)] },
  '05': { steps: [endsWith(500, 34)] },
  // Answered, and hung up before an agent speaks.
  '06': { steps: [rings(), answers(3000), endsWith(400, 16, 'far')] },
  '07': { steps: [rings(), answers(4000), { afterMs: 1000, type: 'machine' }] },
  // No events at all.
  '08': { steps: silent },
  '09': { steps: [rings(), answers(18_000)] },
  '10': { steps: silent, refuses: 'retryable' },
  '11': { steps: [rings(), answers(2000)], tellsTwice: true },
  // The answer event precedes the ring.
  '12': { steps: [answers(2000), rings(500)] },
  '55': { steps: [rings(), endsWith(longestRing, 19)], callsBackMs: 45_000 },
  '13': { steps: silent, refuses: 'for-good' },
};

/** All others: 40 of a hundred answer, the others ring out, are busy or switched off. */
export function planOf(number: string): NumberPlan {
  const end = number.slice(-2);
  const n = Number(end) || 0;
  const talkMs = 20_000 + ((n * 7919) % 100) * 1300;
  const known = special[end];
  if (known) return { ...known, talkMs };
  if (n < 54) return { steps: [rings(), answers(2000 + ((n * 31) % 8) * 1000)], talkMs };
  if (n < 84) return { steps: [rings(), endsWith(longestRing, 19)], talkMs };
  return { steps: [endsWith(2000, n < 93 ? 17 : 20)], talkMs };
}

const hearsMs = 800;
/** With answering-machine detection; without it a machine is answered normally. */
export function heardOut({ steps }: Pick<NumberPlan, 'steps'>, detects: boolean): DialStep[] {
  const isMachine = steps.some(({ type }) => type === 'machine');
  if (!detects) return steps.filter(({ type }) => type !== 'machine');
  return steps.flatMap((step): DialStep[] =>
    step.type === 'answered'
      ? [{ ...step, type: 'picked-up' }, ...(isMachine ? [] : [answers(hearsMs)])]
      : [step],
  );
}

/** An agent's line: connected immediately; an extension with final digits 99 is never answered. */
export const agentPlan = (extension: string): NumberPlan => ({
  steps: extension.endsWith('99') ? [rings(100), endsWith(20_000, 19)] : [rings(100), answers(200)],
  talkMs: 0,
});

/** An agent's phone: answered and confirmed, unless the final digits are 97 (another key), 98 (voicemail) or 99. */
export function ownPhonePlan(number: string): NumberPlan {
  if (number.endsWith('99')) return { steps: [rings(), endsWith(longestRing, 19)], talkMs: 0 };
  const presses = number.endsWith('98') ? undefined : number.endsWith('97') ? '7' : '1';
  return { steps: [rings(), answers(2000)], talkMs: 0, ...(presses && { presses }) };
}
