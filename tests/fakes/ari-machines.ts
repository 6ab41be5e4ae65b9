/** Answering machine detection of a simulated Asterisk's dialplan, before it passes a channel to us. */
import { messageStep } from '../../src/contexts/dialer/server/exchange/plan.ts';
import type { Channel, Reply } from './ari-shapes.ts';

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
  /** Leaves our application for the dialplan. */
  left: (channel: Channel) => void;
  plays: (media: string) => void;
}
const listensMs = 10_000;
const causes = { HUMAN: 'HUMAN-600-600', MACHINE: 'LONGGREETING-1520-1500' } as const;

export function found(channel: Channel, what: keyof typeof causes, o: Finds): void {
  if (o.isNobody(channel)) return what === 'HUMAN' ? o.guard(channel) : o.end(channel);
  channel.args = `customer,${what},${causes[what]}`;
  return o.enter(channel);
}
/** A machine by its plan, detected when the plan says so. */
export function check(channel: Channel, o: Finds): void {
  Object.assign(channel.dialplan, { app_name: 'AMD', app_data: '' });
  o.hears({ type: 'ChannelDialplan', dialplan_app: 'TryExec', dialplan_app_data: 'AMD()', channel });
  if (!channel.plan.steps.some(({ type }) => type === 'machine'))
    o.after(channel, listensMs, () => found(channel, 'HUMAN', o));
}

/** Greeting time of a machine before its tone, and message duration. */
const greetsMs = 20_000;
const messageMs = 6000;
/** The dialplan starts when a machine is silent, plays the message and hangs up. */
export function leave(channel: Channel, extension: string, o: Finds): Reply {
  if (channel.dialplan.app_name !== 'Stasis') return [409, { message: 'Channel not in Stasis application' }];
  const step = (how: Parameters<typeof messageStep>[0]): unknown =>
    o.hears({ type: 'ChannelDialplan', dialplan_app: 'NoOp', dialplan_app_data: messageStep(how), channel });
  const then = (ms: number, work: () => void): void => {
    channel.next = work;
    o.after(channel, ms, work);
  };
  o.left(channel);
  channel.isPlayedTo = false;
  Object.assign(channel.dialplan, { app_name: 'WaitForSilence', app_data: '1500,1,40' });
  then(greetsMs, () => {
    step('begun');
    Object.assign(channel.dialplan, { app_name: 'Playback', app_data: `recoup/message-${extension}` });
    o.plays(`dialplan:message-${extension}`);
    then(messageMs, () => {
      step('whole');
      o.end(channel);
    });
  });
  return [204];
}
