/** Approval of changes to client limits that replace a second person: raising one alone would bypass the approval. */
import type { ActLine } from '#contexts/authority/contract/act-labels.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { portfolios } from '#contexts/lenders/contract/portfolios.ts';
import { clientsText } from '#contexts/lenders/text/en/clients.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import { type Act, line } from './act.ts';

const limits = {
  cashLimit: sql`cash_limit`,
  cashDays: sql`cash_days`,
  cashGraceDays: sql`cash_grace_days`,
  cashSlipPhoto: sql`cash_slip_photo`,
  settlementAsks: sql`settlement_asks`,
  settlementGraceDays: sql`settlement_grace_days`,
} as const satisfies Record<string, Fragment>;
type Limit = keyof typeof limits;
export type LimitDraft = Partial<Record<Limit, number | string | boolean>>;

const limitNames = Object.keys(limits) as Limit[];
/** Formats paise as rupees and returns other values unchanged. */
const formatLimit = (name: Limit, value: number | string | boolean): string =>
  `${clientsText[name]}: ${name === 'cashLimit' ? `₹${(Number(value) / 100).toLocaleString('en-IN')}` : String(value)}`;

/** Returns a line for each limit that the draft changes. */
export async function limitLines(tx: Tx, clientId: number, draft: LimitDraft): Promise<ActLine[]> {
  if (limitNames.every((name) => draft[name] === undefined)) return [];
  const is = await tx.one<Record<Limit, number | string | boolean>>(sql`
    select ${limits.cashLimit} as "cashLimit", ${limits.cashDays} as "cashDays", ${limits.cashGraceDays} as "cashGraceDays",
      ${limits.cashSlipPhoto} as "cashSlipPhoto", ${limits.settlementAsks} as "settlementAsks",
      ${limits.settlementGraceDays} as "settlementGraceDays" from clients where id = ${clientId}`);
  return limitNames.flatMap((name) => {
    const after = draft[name];
    return !is || after === undefined || after === is[name]
      ? []
      : [line('most', formatLimit(name, is[name]), formatLimit(name, after))];
  });
}

interface Portfolio {
  name: string;
  maxWaiver: string;
  clientId: number;
}
export const maxWaiverAct: Act = {
  kind: 'account',
  endpoint: portfolios.edit,
  waitsADay: true,
  async read({ id, maxWavier }: { id: string; maxWavier?: string }, { tx }) {
    if (maxWavier === undefined) return undefined;
    const is = await tx.one<Portfolio>(sql`
      select name, coalesce(max_wavier, '') as "maxWaiver", client_id as "clientId" from portfolios where ${byKey(id)}`);
    if (!is || is.maxWaiver === maxWavier) return undefined;
    return {
      name: is.name,
      lines: [line('most', is.maxWaiver, maxWavier)],
      facts: plainFacts({}),
      clientId: is.clientId,
      also: id,
    };
  },
};
