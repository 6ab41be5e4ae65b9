/** Rules of all campaigns. Pure. */
import type { dialMethods } from '#contexts/lenders/contract/campaigns.ts';

type DialMethod = (typeof dialMethods)[number];

/** Progressive dialling places one call per agent; the configured ratio is ignored (document 3, section 4). */
export const ratioOf = (method: DialMethod, asked: number): number => (method === 'progressive' ? 1 : asked);
