/** Whether an agent can be signed in to the dialer without a choice. Pure. */
import { canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import type { dialer } from '#contexts/dialer/contract/dialer.ts';

type Lines = Pick<
  WireRow<typeof dialer.legs>,
  'hasExchange' | 'legs' | 'usual' | 'ownPhone' | 'lastCampaignId'
>;
export type Login = Input<typeof dialer.login>;

export const isMobile = (phone: string): boolean => canonicalPhone(phone).value !== undefined;

/** On a phone the desk line is no use: it speaks in the browser where possible, else its number is rung. */
export function lineHere({ legs, usual, ownPhone }: Lines, isTouched: boolean): Lines['usual'] {
  if (!isTouched || usual !== 'nailed') return usual;
  if (legs.includes('webrtc')) return 'webrtc';
  return ownPhone !== null && legs.includes('per_call') ? 'per_call' : usual;
}

/**
 * The last campaign if still assigned, else the only one, with the line of the last login. Undefined: the sheet opens.
 */
export function loginOf(
  lines: Lines,
  mine: readonly { id: number }[],
  isTouched: boolean,
): Login | undefined {
  const last = mine.find(({ id }) => id === lines.lastCampaignId);
  const campaign = last ?? (mine.length === 1 ? mine[0] : undefined);
  if (!campaign || !lines.hasExchange) return undefined;
  const { ownPhone } = lines;
  const leg = lineHere(lines, isTouched);
  if (leg !== 'per_call') return { campaignId: campaign.id, leg };
  return ownPhone !== null && isMobile(ownPhone) ? { campaignId: campaign.id, leg, ownPhone } : undefined;
}
