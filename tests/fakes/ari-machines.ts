/** How the dialplan of an Asterisk that is played listens for machines, before it hands a channel to us. */
import type { Channel } from './ari-shapes.ts';

export interface Finds {
  hears: (event: {
    type: string;
    dialplan_app: string;
    dialplan_app_data: string;
    channel: Channel;
  }) => unknown;
  after: (channel: Channel, ms: number, work: () => void) => void;
  enter: (channel: Channel) => void;
  /** No server of ours is there. */
  isNobody: (channel: Channel) => boolean;
  guard: (channel: Channel) => void;
  end: (channel: Channel) => void;
}
const listensMs = 900;
const causes = { HUMAN: 'HUMAN-600-600', MACHINE: 'LONGGREETING-1520-1500' } as const;

export function found(channel: Channel, what: keyof typeof causes, o: Finds): void {
  if (o.isNobody(channel)) return what === 'HUMAN' ? o.guard(channel) : o.end(channel);
  channel.args = `customer,${what},${causes[what]}`;
  return o.enter(channel);
}
/** A machine is one by its plan, and is found when the plan says so. */
export function check(channel: Channel, o: Finds): void {
  Object.assign(channel.dialplan, { app_name: 'AMD', app_data: '' });
  o.hears({ type: 'ChannelDialplan', dialplan_app: 'TryExec', dialplan_app_data: 'AMD()', channel });
  if (!channel.plan.steps.some(({ type }) => type === 'machine'))
    o.after(channel, listensMs, () => found(channel, 'HUMAN', o));
}
