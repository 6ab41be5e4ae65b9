/** By which line an agent speaks: chosen when they log in, among those the provider can carry. */
import type { agentLegs } from '#contexts/lenders/contract/campaigns.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Caps } from '../telephony/port.ts';
import type { Leg } from './sessions.ts';

type Name = (typeof agentLegs)[number];
interface Wanted {
  leg?: Name | undefined;
  ownPhone?: string | undefined;
}

interface Offered {
  legs: Name[];
  usual: Name;
  ownPhone: string | null;
  lastCampaignId: number | null;
}
/** What is offered, what they spoke by last and in which campaign, and the phone they gave last. */
export async function legsFor(tx: Tx, caps: Caps, userId: number): Promise<Offered> {
  const last = await tx.one<{ leg: Name | null; campaignId: number | null; phone: string | null }>(sql`
    select (select leg from agent_sessions where user_id = ${userId} order by started_at desc limit 1) as leg,
      (select campaign_id from agent_sessions where user_id = ${userId} order by started_at desc limit 1) as "campaignId",
      (select leg_phone from agent_sessions where user_id = ${userId} and leg_phone is not null
        order by started_at desc limit 1) as phone`);
  const hasDeskPhone = await hasExtension(tx, userId);
  const legs = hasDeskPhone ? [...caps.legs] : caps.legs.filter((leg) => leg !== 'webrtc');
  const first = !hasDeskPhone && legs.includes('per_call') ? 'per_call' : 'nailed';
  const usual = last?.leg && legs.includes(last.leg) ? last.leg : first;
  return { legs, usual, ownPhone: last?.phone ?? null, lastCampaignId: last?.campaignId ?? null };
}

/** A desk phone extension, which a browser line may use too. */
const hasExtension = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.one(sql`select 1 as ok from users where id = ${userId} and extension_number is not null`)) !==
  undefined;

/** Predictive campaigns forbid it: a borrower who answers cannot wait until the agent's phone is answered. */
export async function checkOwnPhone(tx: Tx, campaignId: number): Promise<void> {
  const found = await tx.one(
    sql`select 1 as ok from campaigns where id = ${campaignId} and campaign_type = 'predictive'`,
  );
  if (found) throw new Failure('LEG_NOT_POSSIBLE');
}

/** Prevents ringing a borrower's number as an agent's phone, which would bypass the contact policy. */
export const isBorrowers = async (tx: Tx, phone: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from loans where right(mobile, 4) = right(${phone}, 4) and mobile = ${phone}
    union all select 1 from dnc_numbers where right(mobile, 4) = right(${phone}, 4) and mobile = ${phone} limit 1`)) !==
  undefined;

export async function legOf(
  tx: Tx,
  caps: Caps,
  userId: number,
  campaignId: number,
  wanted: Wanted,
): Promise<Leg> {
  const { legs } = await legsFor(tx, caps, userId);
  const campaign = await tx.one<{ leg: Name }>(
    sql`select agent_leg as leg from campaigns where id = ${campaignId}`,
  );
  const usual = campaign && legs.includes(campaign.leg) ? campaign.leg : 'nailed';
  // Default: agents without a phone number use a desk line, also in campaigns that ring phones.
  const leg = wanted.leg ?? (usual === 'per_call' && !wanted.ownPhone ? 'nailed' : usual);
  if (!legs.includes(leg)) throw new Failure('LEG_NOT_POSSIBLE');
  if (leg !== 'per_call') return { leg, legPhone: null };
  if (!wanted.ownPhone) throw new Failure('LEG_NOT_POSSIBLE');
  await checkOwnPhone(tx, campaignId);
  if (await isBorrowers(tx, wanted.ownPhone)) throw new Failure('LEG_NOT_POSSIBLE');
  return { leg, legPhone: wanted.ownPhone };
}
