/** Step authors could approve their requests by editing steps: where permissions need two users, steps do too. */
import { authoritySteps } from '#contexts/authority/contract/authority-steps.ts';
import { type StepRole, type AuthorityKind, plainFacts } from '#contexts/authority/contract/rules.ts';
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import { type Act, line } from './act.ts';

interface Step {
  name: string;
  kind: AuthorityKind;
  place: number;
  deciderRole: StepRole | null;
  userId: number | null;
  maxWaiver: number | null;
  maxWaiverTotal: number | null;
  /** Paise. */
  maxAmount: number | null;
  maxDays: number | null;
  maxCount: number | null;
  isActive: boolean;
}
type Draft = Partial<Step> & { id?: string; updatedAt?: string };

const stepOf = (tx: Tx, id: string): Promise<Step | undefined> =>
  tx.one(sql`
    select name, kind, place, role_type as "deciderRole", user_id as "userId", max_waiver as "maxWaiver",
      max_waiver_total as "maxWaiverTotal", max_amount as "maxAmount", max_days as "maxDays", max_count as "maxCount",
      is_active as "isActive"
    from authority_steps where ${byKey(id)}`);

const nameOf = async (tx: Tx, id: number): Promise<string> =>
  (
    await tx.one<{ name: string }>(
      sql`select first_name || ' ' || last_name as name from users where id = ${id}`,
    )
  )?.name ?? String(id);

/** Approver and limits in one row. */
async function wordsOf(tx: Tx, step: Partial<Step>): Promise<string> {
  const { kind, place, deciderRole, userId, isActive } = step;
  const upTo: [keyof Step, (limit: number) => string][] = [
    ['maxWaiver', say.waiverUpTo],
    ['maxWaiverTotal', say.totalUpTo],
    ['maxAmount', (paise) => `₹${(paise / 100).toLocaleString('en-IN')}`],
    ['maxDays', (days) => `${say.maxDays}: ${days}`],
    ['maxCount', (count) => say.countUpTo(count.toLocaleString('en-IN'))],
  ];
  const limits = upTo.flatMap(([name, words]) => (typeof step[name] === 'number' ? [words(step[name])] : []));
  return [
    kind && say.kinds[kind],
    place,
    userId ? await nameOf(tx, userId) : deciderRole && say.roles[deciderRole],
    ...(limits.length > 0 ? limits : [say.noLimit]),
    isActive === false && say.off,
  ]
    .filter(Boolean)
    .join(' · ');
}

const read: Act['read'] = async ({ id, ...draft }: Draft, { tx }) => {
  const is = id === undefined ? undefined : await stepOf(tx, id);
  if (id !== undefined && !is) return undefined;
  const after = { ...is, ...draft };
  return {
    name: after.name ?? '',
    lines: [
      line('step', is?.name, after.name),
      line('decides', is && (await wordsOf(tx, is)), await wordsOf(tx, after)),
    ],
    facts: plainFacts({}),
    clientId: null,
    also: [id ?? null, { ...draft, updatedAt: undefined }],
  };
};

export const stepActs: readonly Act[] = [authoritySteps.create, authoritySteps.edit].map((endpoint) => ({
  kind: 'role',
  endpoint,
  waitsADay: true,
  read,
}));
