/**
 * Inactive loans are not worked: above a daily limit deactivation needs a second approver, where a policy requires it.
 */
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { switchedOffToday } from '#contexts/files/server/whole-list-act.ts';
import { communicationDashboard } from '#contexts/messaging/contract/communication-dashboard.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface About {
  seen: number;
  off: number;
  lenders: number;
  clientId: number | null;
  name: string;
}
export const deactivateAct: Act = {
  kind: 'deactivate',
  endpoint: communicationDashboard.deactivate,
  async read({ loanIds }: { loanIds: readonly number[] }, { tx, actor, now }) {
    const ids = [...new Set(loanIds)].sort((a, b) => a - b);
    // One after another: two at once would not know of each other.
    await tx.run(sql`select pg_advisory_xact_lock(7096, ${actor.id}::int)`);
    const is = await tx.one<About>(sql`
      select count(*)::int as seen, (count(*) filter (where l.is_active))::int as off, count(distinct l.client_id)::int as lenders,
        min(l.client_id) as "clientId", string_agg(distinct c.name, ', ' order by c.name) as name
      from loans l join clients c on c.id = l.client_id where l.id = any(${ids}) and ${visibleLoans(actor, sql`l.assignee_id`)}`);
    // Loans they do not see the endpoint itself refuses.
    if (!is || is.seen < ids.length || is.off === 0) return undefined;
    // A limit is of a day: a list in ten parts is as many loans as the list.
    const count = is.off + (await switchedOffToday(tx, actor.id, now));
    return {
      name: is.name,
      lines: [
        line('loans', null, is.off.toLocaleString('en-IN')),
        ...(count > is.off ? [line('loansToday', null, count.toLocaleString('en-IN'))] : []),
      ],
      facts: plainFacts({ count }),
      clientId: is.lenders === 1 ? is.clientId : null,
      also: ids,
    };
  },
};
