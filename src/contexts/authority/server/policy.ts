/** Policy in force: the portfolio's steps, else the lender's, else the agency's; none if undefined. */
import type { AuthorityKind, PolicyStep } from '#contexts/authority/contract/rules.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

type PolicyScope = 'portfolio' | 'lender' | 'agency';
type Found = PolicyStep & { scope: PolicyScope; name: string };
export interface Policy {
  scope: PolicyScope;
  steps: Found[];
  /** Permission of the approvers of the built-in policy. */
  flag?: Flag;
}
const scopes: readonly PolicyScope[] = ['portfolio', 'lender', 'agency'];

/** Default steps without a policy where two users are required: desk roles, each without a limit. */
const builtIn = (['manager', 'admin', 'system_admin'] as const).map((roleType, n): Found => ({
  id: -1 - n,
  name: roleType,
  scope: 'agency',
  roleType,
  userId: null,
  substituteId: null,
  maxWaiver: null,
  maxWaiverTotal: null,
  maxAmount: null,
  maxDays: null,
  maxCount: null,
  hours: 24,
  exceptLine: false,
}));

/** Without a portfolio: the client's policy, or the agency's; the built-in one only if a second person is needed. */
export async function policyOf(
  tx: Tx,
  {
    kind,
    portfolioId,
    clientId = null,
    secondBy,
  }: { kind: AuthorityKind; portfolioId: number | null; clientId?: number | null; secondBy?: Flag },
): Promise<Policy | undefined> {
  const found = await tx.rows<Found>(sql`
    select s.id, s.name, s.role_type as "roleType", s.user_id as "userId", s.substitute_id as "substituteId",
      s.max_waiver as "maxWaiver", s.max_waiver_total as "maxWaiverTotal", s.max_amount as "maxAmount",
      s.max_days as "maxDays", s.max_count as "maxCount", s.hours, s.except_line as "exceptLine",
      case when s.portfolio_id is not null then 'portfolio' when s.client_id is not null then 'lender' else 'agency' end as scope
    from authority_steps s
    where s.is_active and s.kind = ${kind} and (s.client_id is null or (s.client_id = coalesce(
        ${clientId}::bigint, (select client_id from portfolios where id = ${portfolioId}))
      and (s.portfolio_id is null or s.portfolio_id = ${portfolioId})))
    order by s.place, s.id`);
  for (const scope of scopes) {
    const steps = found.filter((one) => one.scope === scope);
    if (steps.length > 0) return { scope, steps };
  }
  return secondBy === undefined ? undefined : { scope: 'agency', steps: builtIn, flag: secondBy };
}

/** Excludes steps that this user added or changed: a self-set limit does not let its author act alone. */
export async function stepsOfOthers(tx: Tx, steps: readonly Found[], userId: number): Promise<Found[]> {
  const own = await tx.rows<{ id: number }>(sql`
    select distinct entity_id as id from event where domain = 'authority-steps' and actor_id = ${userId}
      and entity_id = any(${steps.map(({ id }) => id)}::bigint[])`);
  return steps.filter(({ id }) => !own.some((one) => one.id === id));
}

/** Whether any step of this kind exists: otherwise nothing else is read. */
export const isAnyPolicy = async (tx: Tx, kind: AuthorityKind): Promise<boolean> =>
  (await tx.one(sql`select 1 as ok from authority_steps where is_active and kind = ${kind} limit 1`)) !==
  undefined;
