import { allocationTypeHierarchy } from '#contexts/lenders/contract/allocation-type-hierarchy.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { sqlState } from '#kernel/server/database/database.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { checkFixed } from './rules.ts';
import { checkHierarchyOwner, checkSubject, inMonths } from './store.ts';

const client = sql`(select c.name from clients c where c.id = client_id)`;
const portfolio = sql`(select p.name from portfolios p where p.id = portfolio_id)`;

const handlers = tableHandlers<typeof allocationTypeHierarchy>({
  domain: 'allocation-type-hierarchy',
  table: 'allocation_type_hierarchy',
  columns: {
    clientId: 'client_id',
    portfolioId: 'portfolio_id',
    allocationTypeId: 'allocation_type_id',
    ownerId: 'owner_id',
    month: 'month',
    year: 'year',
    period: 'period',
    target: 'target',
  },
  sort: '-period',
  shows: {
    client: sql`jsonb_build_object('name', ${client})`,
    portfolio: sql`jsonb_build_object('name', ${portfolio})`,
    allocationType: sql`(select jsonb_build_object('name', t.name, 'colorCode', t.color_code)
      from allocation_types t where t.id = allocation_type_id)`,
    owner: sql`(select jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'roleName', r.name)
      from users u join roles r on r.id = u.role_id where u.id = owner_id)`,
  },
  search: [
    { by: 'client_id', of: 'clients' },
    { by: 'portfolio_id', of: 'portfolios' },
    { by: 'allocation_type_id', of: 'allocation_types' },
    { by: 'owner_id', of: 'users', name: sql`first_name || ' ' || last_name` },
  ],
  filters: {
    allocationTypeIds: (ids) => sql`allocation_type_id = any(${ids})`,
    clientIds: (ids) => sql`client_id = any(${ids})`,
    portfolioIds: (ids) => sql`portfolio_id = any(${ids})`,
    ownerIds: (ids) => sql`owner_id = any(${ids})`,
    monthYearPairs: inMonths,
  },
  async prepare(draft, { tx, actor }, before) {
    if (before) checkFixed(draft, before);
    else await checkSubject(tx, draft);
    if (draft.ownerId !== undefined && draft.ownerId !== before?.ownerId)
      await checkHierarchyOwner(tx, actor, draft.ownerId);
    return draft;
  },
});

const uniqueViolation = '23505';

export const allocationTypeHierarchyRoutes = implement(allocationTypeHierarchy, {
  ...handlers,
  create: (draft, context) =>
    handlers.create(draft, context).catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? new Failure('TARGET_EXISTS') : error;
    }),
});
