/** What would happen to a request, by the rules that decide it. */
import type { z } from 'zod/mini';
import type { authority } from '#contexts/authority/contract/authority.ts';
import {
  type LimitName,
  type RequestFacts,
  exceeded,
  isAlone,
  routeOf,
} from '#contexts/authority/contract/rules.ts';
import { hundredthsIn } from '#contexts/lenders/contract/rules/waiver-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { policyOf } from './policy.ts';

type Asked = z.output<typeof authority.bench.takes>;
type Answer = z.output<typeof authority.bench.gives>;

/** Active users by id and by role. */
async function peopleOf(
  tx: Tx,
): Promise<{ name: (id: number | null) => string | null; count: (role: string) => number }> {
  const all = await tx.rows<{ id: number; name: string; roleType: string }>(sql`
    select u.id, u.first_name || ' ' || u.last_name as name, r.role_type as "roleType"
    from users u join roles r on r.id = u.role_id
    where u.is_active and (r.role_type not in ('agent', 'client') or u.id in (
      select unnest(array[user_id, substitute_id]) from authority_steps))`);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return {
    name: (id) => (id === null ? null : (names.get(id) ?? null)),
    count: (role) => all.filter(({ roleType }) => roleType === role).length,
  };
}

/** Limit of the portfolio, or of the agency; percent. */
async function mostOf(tx: Tx, portfolioId: number | undefined, agencyMost: number): Promise<number> {
  if (portfolioId === undefined) return agencyMost;
  const found = await tx.one<{ most: string | null }>(
    sql`select max_wavier as most from portfolios where id = ${portfolioId}`,
  );
  const own = hundredthsIn(found?.most ?? '');
  return own === undefined ? agencyMost : own / 100;
}

/** What it is measured by, as the limit is written. */
const isOf = (limit: LimitName, { waiver, waiverTotal, amount, days, count }: RequestFacts): number =>
  ({ waiver: waiver / 100, total: waiverTotal / 100, amount: amount / 100, days: days ?? 0, count })[limit];

export async function benchOf(tx: Tx, asked: Asked, agencyMost: number): Promise<Answer> {
  const {
    kind,
    portfolioId,
    amount = 0,
    waiver: share = 0,
    waiverTotal = share,
    days = 0,
    count = 0,
  } = asked;
  const facts: RequestFacts = {
    amount,
    waiver: share,
    waiverTotal: waiverTotal,
    days,
    count,
  };
  const most = await mostOf(tx, portfolioId, agencyMost);
  const policy = await policyOf(tx, { kind, portfolioId: portfolioId ?? null });
  const steps = policy?.steps ?? [];
  const { name, count: countOf } = await peopleOf(tx);
  const who = (id: number) => {
    const step = steps.find((one) => one.id === id);
    return { name: step?.name ?? '', roleType: step?.roleType ?? null, person: name(step?.userId ?? null) };
  };
  return {
    policy: policy?.scope ?? null,
    most,
    aboveMost: kind === 'settlement' && facts.waiver > most * 100 ? most : null,
    isAlone: isAlone(steps, facts),
    stations: routeOf(steps, facts).map(({ step, isSubstitute }) => ({
      ...who(step.id),
      ...(isSubstitute && { roleType: null, person: name(step.substituteId) }),
      isSubstitute,
      hours: step.hours,
      exceptLine: step.exceptLine,
      people: isSubstitute || step.roleType === null ? 1 : countOf(step.roleType),
    })),
    below: steps.flatMap((step) => {
      const above = exceeded(step, facts);
      if (!above) return [];
      return [
        {
          ...who(step.id),
          limit: above.limit,
          is: isOf(above.limit, facts),
          most: above.limit === 'amount' ? above.most / 100 : above.most,
        },
      ];
    }),
  };
}
