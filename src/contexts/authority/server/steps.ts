/** The master of the steps: each is a role's or one person's, of a lender or one of its portfolios. */
import { authoritySteps } from '#contexts/authority/contract/authority-steps.ts';
import { type AuthorityKind, stepRolesOf } from '#contexts/authority/contract/rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';

const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);
const needed = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'required' }]);

const personName = (id: Fragment): Fragment => sql`(
  select jsonb_build_object('name', u.first_name || ' ' || u.last_name) from users u where u.id = ${id})`;
const nameIn = (table: Fragment, id: Fragment): Fragment =>
  sql`(select jsonb_build_object('name', o.name) from ${table} o where o.id = ${id})`;

/** Only agency users who may approve; agents request, and lenders answer in their portal. */
async function checkPerson(tx: Tx, path: string, id: unknown): Promise<void> {
  if (id === null || id === undefined) return;
  const isThere = await tx.one(sql`
    select 1 as ok from users u join roles r on r.id = u.role_id
    where u.id = ${id} and u.is_active and r.role_type not in ('agent', 'client')`);
  if (!isThere) throw wrong(path);
}

export const stepRoutes: Route[] = implement(authoritySteps, {
  ...tableHandlers<typeof authoritySteps>({
    domain: 'authority-steps',
    table: 'authority_steps',
    columns: {
      name: 'name',
      kind: 'kind',
      clientId: 'client_id',
      portfolioId: 'portfolio_id',
      place: 'place',
      deciderRole: 'role_type',
      userId: 'user_id',
      substituteId: 'substitute_id',
      maxWaiver: 'max_waiver',
      maxWaiverTotal: 'max_waiver_total',
      maxAmount: 'max_amount',
      maxDays: 'max_days',
      maxCount: 'max_count',
      hours: 'hours',
      exceptLine: 'except_line',
      isActive: 'is_active',
    },
    label: 'name',
    sort: 'place',
    shows: {
      client: nameIn(sql`clients`, sql`authority_steps.client_id`),
      portfolio: nameIn(sql`portfolios`, sql`authority_steps.portfolio_id`),
      user: personName(sql`authority_steps.user_id`),
      substitute: personName(sql`authority_steps.substitute_id`),
    },
    filters: { kind: (kind) => sql`kind = ${kind}`, clientId: (id) => sql`client_id = ${id}` },
    async prepare(draft, { tx }, before) {
      const after: Record<string, unknown> = { ...before, ...draft };
      if ((after.deciderRole ?? null) === null && (after.userId ?? null) === null)
        throw needed('deciderRole');
      if ((after.deciderRole ?? null) !== null && (after.userId ?? null) !== null) throw wrong('userId');
      const roles: readonly unknown[] = stepRolesOf(after.kind as AuthorityKind);
      if ((after.deciderRole ?? null) !== null && !roles.includes(after.deciderRole))
        throw wrong('deciderRole');
      await checkPerson(tx, 'userId', draft.userId);
      await checkPerson(tx, 'substituteId', draft.substituteId);
      if ((after.portfolioId ?? null) !== null) {
        const of = await tx.one(sql`
          select 1 as ok from portfolios where id = ${after.portfolioId} and client_id = ${after.clientId ?? null}`);
        if (!of) throw wrong('portfolioId');
      }
      return draft;
    },
  }),
});
