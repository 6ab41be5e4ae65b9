/** Sort keys of activity reports; a contract sort without SQL does not compile. */
import type { activitySorts, breakSorts, productivitySorts } from '#contexts/reporting/contract/activity.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import { chosenIn, orderOf } from '../order.ts';
import { callsJoined, followUpsJoined, leadsJoined } from './joins.ts';

/** A sort expression, and its joins. */
interface Sorted {
  by: Fragment;
  needs: Fragment;
}
export type Sorts = Readonly<Record<string, Sorted>>;
type Of<S extends readonly string[]> = Readonly<Record<S[number], Sorted>>;

export const agentName = sql`u.first_name || ' ' || u.last_name`;
const own = (by: Fragment): Sorted => ({ by, needs: empty });
const ofCalls = (by: Fragment): Sorted => ({ by, needs: callsJoined });

const whose = {
  agent: own(sql`lower(${agentName})`),
  date: own(sql`g.day`),
  campaign: own(sql`lower(c.name)`),
};
const spent = {
  totalWorkingHours: own(sql`g.total`),
  connectedCalls: ofCalls(sql`k.connected`),
  notConnectedCalls: ofCalls(sql`k.missed`),
  firstLogin: own(sql`g.first_login`),
  lastLogout: own(sql`g.last_logout`),
};
export const activityOrders: Of<typeof activitySorts> = {
  ...whose,
  ...spent,
  manualCalls: ofCalls(sql`k.manual`),
  dialLeads: ofCalls(sql`k.dialled`),
  followUps: { by: sql`d.follow_ups`, needs: followUpsJoined },
  leads: { by: sql`e.leads`, needs: leadsJoined },
  queueLeads: { by: sql`e.queued`, needs: leadsJoined },
};
export const productivityOrders: Of<typeof productivitySorts> = {
  ...whose,
  ...spent,
  break: own(sql`g.break`),
  onCall: own(sql`g.on_call`),
  wrapUp: own(sql`g.wrap_up`),
  idle: own(sql`g.idle`),
  waiting: own(sql`g.waiting`),
  ringing: own(sql`g.ringing`),
  actualWorkingHours: own(sql`g.total - g.break - g.idle`),
  totalCalls: ofCalls(sql`k.calls`),
  breakCount: own(sql`g.break_count`),
  loginCount: own(sql`g.login_count`),
};
export const breakOrders: Of<typeof breakSorts> = {
  agentName: whose.agent,
  date: whose.date,
  campaignName: whose.campaign,
  breakCount: own(sql`g.break_count`),
  break: own(sql`g.break`),
};

const usual = sql`g.day desc, u.first_name, u.last_name, g.user_id, g.campaign_id`;
/** Of rows to which all is joined, or what the sort needs. */
export const inOrder = (sorts: Sorts, { sort }: { sort?: string | undefined }): Fragment =>
  orderOf(chosenIn(sorts, sort)?.by, sort, usual);
