import { tableHandlers } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { portfolios } from '#contexts/lenders/contract/portfolios.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { checkClient, checkPortfolioOwner, checkWaiver, offeredPortfolios } from './store.ts';

const clientName = sql`(select c.name from clients c where c.id = portfolios.client_id)`;

interface Deps {
  /** Fails with the dependents. */
  checkNothingHangs: (tx: Tx, what: 'portfolio', id: number) => Promise<void>;
}

export const portfolioRoutes = (deps: Deps): Route[] =>
  implement(portfolios, {
    ...tableHandlers<typeof portfolios>({
      domain: 'portfolios',
      table: 'portfolios',
      columns: {
        name: 'name',
        clientId: 'client_id',
        ownerId: 'owner_id',
        contactNumber: 'contact_number',
        aggrementDate: 'aggrement_date',
        commercials: 'commercials',
        maxWavier: 'max_wavier',
        colorCode: 'color_code',
        hasAutopay: 'has_autopay',
        isActive: 'is_active',
      },
      label: 'name',
      shows: {
        portfolioClient: sql`jsonb_build_object('name', ${clientName})`,
        owner: sql`(select jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'roleName', r.name)
        from users u join roles r on r.id = u.role_id where u.id = portfolios.owner_id)`,
        targets: sql`(select coalesce(jsonb_agg(t order by t.year desc, t.month desc), '[]') from (
        select h.month, h.year, sum(h.target)::bigint as target from allocation_type_hierarchy h
        where h.portfolio_id = portfolios.id group by h.year, h.month) t)`,
      },
      search: [{ by: 'client_id', of: 'clients' }],
      contacts: ['contactNumber'],
      filters: {
        search: (word) => sql`(${nameHas(sql`portfolios.name`, word)} or ${nameHas(clientName, word)})`,
      },
      beforeOff: (id, { tx }) => deps.checkNothingHangs(tx, 'portfolio', id),
      async prepare(draft, { tx, actor }, before) {
        await checkClient(tx, draft.clientId, before);
        checkWaiver(draft.maxWavier, before?.maxWavier);
        await checkPortfolioOwner(tx, actor, draft.ownerId, before?.ownerId);
        return draft;
      },
    }),
    dropdown: (asked, { tx }) => offeredPortfolios(tx, asked),
  });
