/** Percentage of a campaign's calls per list. */
import type { leads } from '#contexts/dialer/contract/leads.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { idOf } from '#kernel/server/database/table.ts';
import type { Handlers } from '#kernel/server/http/implement.ts';
import { type Share, sharesOf } from './leads.ts';

interface Shown {
  portfolioId: number;
  percent: number;
  name: string;
}
/** Those of its lender, and what it has a share of besides. */
const shownOf = (tx: Tx, campaignId: number): Promise<Shown[]> =>
  tx.rows(sql`
    select p.id as "portfolioId", p.name, coalesce(s.percent, 0) as percent
    from campaigns c join portfolios p on p.client_id = c.client_id
    left join list_shares s on s.campaign_id = c.id and s.portfolio_id = p.id
    where c.id = ${campaignId} and (p.is_active or s.percent is not null) order by p.name, p.id`);

const wrong = (): Failure => new Failure('INVALID_INPUT', {}, [{ path: 'shares', fault: 'invalid' }]);
const facts = (shares: readonly Share[]): Record<string, number> =>
  Object.fromEntries(shares.map(({ listId, percent }) => [`portfolio ${listId}`, percent]));

export const mixHandlers: Handlers<Pick<typeof leads, 'mix' | 'setMix'>> = {
  mix: async ({ id }, { tx }) => shownOf(tx, await idOf(tx, 'campaigns', id)),
  async setMix({ id, shares }, { tx, emit }) {
    const campaignId = await idOf(tx, 'campaigns', id);
    await tx.run(sql`select from campaigns where id = ${campaignId} for no key update`);
    const before = await sharesOf(tx, campaignId);
    const known = new Set((await shownOf(tx, campaignId)).map(({ portfolioId }) => portfolioId));
    const given = shares.filter(({ percent }) => percent > 0);
    const sum = given.reduce((all, { percent }) => all + percent, 0);
    const ids = new Set(given.map(({ portfolioId }) => portfolioId));
    const isKnown = given.every(({ portfolioId }) => known.has(portfolioId));
    if (!isKnown || ids.size < given.length || (sum !== 100 && sum !== 0)) throw wrong();
    await tx.run(sql`delete from list_shares where campaign_id = ${campaignId}`);
    await tx.run(sql`
      insert into list_shares (campaign_id, portfolio_id, percent)
      select ${campaignId}, x.id, x.percent
      from unnest(${given.map(({ portfolioId }) => portfolioId)}::bigint[], ${given.map(({ percent }) => percent)}::int[]) x (id, percent)`);
    const after = given.map(({ portfolioId, percent }) => ({ listId: portfolioId, percent }));
    emit('leads.mixed', { id: campaignId, facts: { before: facts(before), after: facts(after) } });
    return shownOf(tx, campaignId);
  },
};
