/** Step results and events of a simulated leg. Pure. */
import type { DialStep, NumberPlan } from '../number-plan.ts';
import type { LegInfo, ProviderEvent } from '../port.ts';

export type Told =
  | DialStep
  | { afterMs: number; type: 'dtmf'; digit: string }
  | { afterMs: number; type: 'bridged' | 'inbound' }
  | { afterMs: number; type: 'message'; how: 'begun' | 'whole' }
  | { afterMs: number; type: 'ended'; cause: number; by: 'us' };
export interface Leg {
  legId: string;
  role: LegInfo['role'];
  target: string;
  state: LegInfo['state'] | 'coming' | 'ended';
  bridgeId: string | null;
  steps: Told[];
  told: number;
  talkMs: number;
  tellsTwice: boolean;
}
export function standsAs(leg: Leg, step: Told): Leg['state'] {
  if (step.type === 'inbound') return 'ringing';
  if (step.type === 'progress') return leg.state;
  if (['bridged', 'picked-up', 'machine', 'message', 'dtmf'].includes(step.type)) return 'answered';
  return step.type === 'ended' || (step.type === 'ringing' && leg.state !== 'answered')
    ? step.type
    : 'answered';
}

export function eventOf(leg: Leg, step: Told, at: Date): ProviderEvent {
  const said = { eventId: `${leg.legId}:${leg.told}:${step.type}`, at };
  if (step.type === 'bridged')
    return { ...said, type: 'leg.bridged', legId: leg.legId, bridgeId: leg.bridgeId ?? '' };
  if (step.type === 'ended')
    return { ...said, type: 'leg.ended', legId: leg.legId, cause: step.cause, by: step.by };
  if (step.type === 'inbound')
    return { ...said, type: 'inbound', legId: leg.legId, from: leg.target, did: '' };
  if (step.type === 'dtmf') return { ...said, type: 'leg.dtmf', legId: leg.legId, digit: step.digit };
  if (step.type === 'message') return { ...said, type: 'leg.message', legId: leg.legId, how: step.how };
  const { type } = step;
  if (type === 'progress' || type === 'ringing' || type === 'picked-up')
    return { ...said, type: `leg.${type}`, legId: leg.legId };
  const verdict = type === 'machine' ? type : 'person';
  const isChecked = leg.steps.some((one) => one.type === 'picked-up');
  return {
    ...said,
    type: `leg.${type}`,
    legId: leg.legId,
    ...(isChecked && { checked: { verdict, cause: 'SIMULATED' } }),
  };
}

/** The key sent after the answer. */
export const pressOf = ({ presses }: NumberPlan): Told[] =>
  presses === undefined ? [] : [{ afterMs: 2000, type: 'dtmf', digit: presses }];
