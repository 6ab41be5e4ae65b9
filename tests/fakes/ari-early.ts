/** Call setup of a simulated Asterisk, and early media. */
import {
  type NumberPlan,
  agentPlan,
  ownPhonePlan,
  planOf,
} from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import type { Bridge, Channel, Reply } from './ari-shapes.ts';

export interface Carriers {
  congested: ReadonlySet<string>;
  unreachable: ReadonlySet<string>;
  planFor?:
    ((call: { trunk: string; number: string; callerId: string }) => NumberPlan | undefined) | undefined;
}
type Placed = Pick<Channel, 'plan' | 'args' | 'app' | 'isInbound' | 'isGuarded' | 'isChecked'> & {
  name: string;
  from: string;
  exten: string;
};

/** Channel of an originate request; undefined: impossible. */
export function placedBy(
  query: URLSearchParams,
  { congested, unreachable, planFor }: Carriers,
): Placed | undefined {
  const endpoint = query.get('endpoint') ?? '';
  const called = /(\d+)/.exec(endpoint)?.[1] ?? '';
  const args = query.get('appArgs') ?? '';
  const trunk = /@(.*)/.exec(endpoint)?.[1] ?? '';
  const usual = (args === 'agent' || args === 'called') && trunk === '' ? agentPlan : planOf;
  const plan = (args === 'own-phone' ? ownPhonePlan : usual)(called);
  if (plan.refuses || unreachable.has(trunk)) return undefined;
  const isGuarded = query.has('context');
  const usualPlan = congested.has(trunk) ? planOf('05') : plan;
  return {
    name: trunk ? `PJSIP/${trunk}` : endpoint,
    from: '',
    exten: called,
    plan: planFor?.({ trunk, number: called, callerId: query.get('callerId') ?? '' }) ?? usualPlan,
    args: isGuarded ? 'customer' : args,
    app: query.get('app') ?? 'recoup',
    isInbound: false,
    isGuarded,
    isChecked: query.get('extension') === 'amd',
  };
}

/** Sound for an entire bridge until stopped. */
export function playTo(bridge: Bridge, id: string, media: string): Reply {
  if (bridge.sound) return [409, { message: 'Playback exists' }];
  bridge.sound = { id, media };
  return [201, { id, state: 'queued' }];
}
/** False: there is none of this name. */
export function stopSound(bridges: ReadonlyMap<string, Bridge>, id: string): boolean {
  const bridge = [...bridges.values()].find(({ sound }) => sound?.id === id);
  if (bridge) delete bridge.sound;
  return bridge !== undefined;
}

/** A call is audible once answered, or with early media. */
export const isAudible = (channel: Channel | undefined): boolean =>
  channel?.state === 'Up' || channel?.hasEarlyMedia === true;

/** Channel by which the exchange tests its music. */
export const selfTest = (args: string): Placed => ({
  name: '',
  from: '',
  exten: 's',
  plan: { steps: [], talkMs: 0 },
  args,
  app: 'recoup',
  isInbound: false,
  isGuarded: false,
  isChecked: false,
});
