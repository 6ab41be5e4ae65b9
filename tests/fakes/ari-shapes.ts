/** Channels and bridges of an Asterisk that is played, and what it shows of them. */
import type { Plan } from '../../src/contexts/dialer/server/telephony/number-plan.ts';

export interface Channel {
  id: string;
  name: string;
  state: string;
  caller: { number: string; name: string };
  dialplan: { context: string; exten: string; app_name: string; app_data: string };
  app: string;
  args: string;
  plan: Plan;
  timers: NodeJS.Timeout[];
  /** Entered by the dialplan, so nothing is told of it after StasisEnd. */
  isInbound: boolean;
  /** Whoever answers is handed to us by the dialplan: it is told of only when its trunk is listened to. */
  isGuarded: boolean;
  /** The dialplan plays to them until it is told to stop: in a bridge that is recorded it drowns the other. */
  isPlayedTo: boolean;
  /** What it says is not passed on. */
  isMute: boolean;
  /** It hears that channel for others, and speaks to it for them. */
  spiesOn?: string;
}
export interface Bridge {
  id: string;
  bridge_type: string;
  channels: string[];
  /** What is being recorded in it, until it is gone. */
  recordings: string[];
}

export const shown = ({ id, name, state, caller, dialplan }: Channel): object => ({
  id,
  name,
  state,
  caller,
  dialplan,
});
export const shownBridge = ({ recordings: _r, ...bridge }: Bridge): object => ({
  ...bridge,
  channels: [...bridge.channels],
});
