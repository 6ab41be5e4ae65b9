/** Whether somebody can be signed in to the dialer without being asked anything. Pure. */
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import type { dialer } from '#contexts/dialer/contract/dialer.ts';

type Lines = Pick<WireRow<typeof dialer.legs>, 'hasExchange' | 'usual' | 'ownPhone' | 'lastCampaignId'>;
export type Login = Input<typeof dialer.login>;

export const isMobile = (phone: string): boolean => /^\d{10}$/.test(phone);

/** The last campaign if they are still in it, else the only one; by the line of the last time. Undefined: they are asked. */
export function loginOf(lines: Lines, mine: readonly { id: number }[]): Login | undefined {
  const last = mine.find(({ id }) => id === lines.lastCampaignId);
  const campaign = last ?? (mine.length === 1 ? mine[0] : undefined);
  if (!campaign || !lines.hasExchange) return undefined;
  const { usual, ownPhone } = lines;
  if (usual !== 'per_call') return { campaignId: campaign.id, leg: usual };
  return ownPhone !== null && isMobile(ownPhone)
    ? { campaignId: campaign.id, leg: usual, ownPhone }
    : undefined;
}
