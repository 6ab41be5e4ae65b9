/** Maximum waiver, and its approvers (decision 176). Pure. */

/** Default where neither portfolio nor agency has one; percent. */
export const usualMaxWaiver = 50;

/** Parses a percentage (35, 35 %, 12.5%) to hundredths; undefined if invalid. */
export function hundredthsIn(written: string): number | undefined {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(written.trim());
  if (!found) return undefined;
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return hundredths <= 10_000 ? hundredths : undefined;
}

export interface Offer {
  /** Paise, all of them. */
  amount: number;
  pos: number;
  tos: number;
  /** The requester, and the last user to change its amount. */
  makers: readonly number[];
  /** The portfolio's value; empty or invalid means the agency's. */
  maxWaiver: string;
}
type WaiverRefusal =
  | { code: 'OWN_SETTLEMENT' }
  | { code: 'WAIVER_ABOVE_LIMIT'; facts: { waiver: string; most: string; least: string; on: 'POS' | 'TOS' } };

const inPercent = (hundredths: number): string => String(hundredths / 100);

/** Why this person may not approve this offer; undefined when they may. `agencyMost` is in percent. */
export function refusalOf(offer: Offer, userId: number, agencyMost: number): WaiverRefusal | undefined {
  if (offer.makers.includes(userId)) return { code: 'OWN_SETTLEMENT' };
  const { amount, pos, tos, maxWaiver } = offer;
  const most = hundredthsIn(maxWaiver) ?? Math.round(agencyMost * 100);
  const on = pos > 0 ? 'POS' : 'TOS';
  const owed = pos > 0 ? pos : tos;
  // The minimum accepted amount; without a balance nothing is waived.
  const least = Math.ceil((owed * (10_000 - most)) / 10_000);
  if (owed <= 0 || amount >= least) return undefined;
  const waived = Math.round(((owed - amount) * 10_000) / owed);
  const facts = {
    waiver: inPercent(waived),
    most: inPercent(most),
    least: (least / 100).toFixed(2),
    on,
  } as const;
  return { code: 'WAIVER_ABOVE_LIMIT', facts };
}
