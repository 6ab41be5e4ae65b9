/** What is asked for with a new channel on an Asterisk that is played. */
import {
  type NumberPlan,
  agentPlan,
  ownPhonePlan,
  planOf,
} from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import type { NewChannel } from './ari-shapes.ts';

export interface Carriers {
  /** Carriers that refuse every call, and those that do not answer at all. */
  congested: ReadonlySet<string>;
  unreachable: ReadonlySet<string>;
  /** Plan of a call that overrides the one of its number. */
  planFor?:
    ((call: { trunk: string; number: string; callerId: string }) => NumberPlan | undefined) | undefined;
}

/** Undefined: it cannot be placed. */
export function askedFor(
  query: URLSearchParams,
  { congested, unreachable, planFor }: Carriers,
): { channel: NewChannel; line: string; callsBackMs: number | undefined } | undefined {
  const endpoint = query.get('endpoint') ?? '';
  const called = /(\d+)/.exec(endpoint)?.[1] ?? '';
  const args = query.get('appArgs') ?? '';
  const trunk = /@(.*)/.exec(endpoint)?.[1] ?? '';
  const usual = (args === 'agent' || args === 'called') && trunk === '' ? agentPlan : planOf;
  const plan = (args === 'own-phone' ? ownPhonePlan : usual)(called);
  if (plan.refuses || unreachable.has(trunk)) return undefined;
  const isGuarded = query.has('context');
  const usualPlan = congested.has(trunk) ? planOf('05') : plan;
  const channel = {
    from: '',
    exten: called,
    plan: planFor?.({ trunk, number: called, callerId: query.get('callerId') ?? '' }) ?? usualPlan,
    args: isGuarded ? 'customer' : args,
    app: query.get('app') ?? 'recoup',
    isInbound: false,
    isGuarded,
    isChecked: query.get('extension') === 'amd',
  };
  return { channel, line: trunk ? `PJSIP/${trunk}` : endpoint, callsBackMs: plan.callsBackMs };
}
