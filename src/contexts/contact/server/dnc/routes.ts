import { dnc } from '#contexts/contact/contract/dnc.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { lockContact } from '../policy/permit.ts';
import { type Context, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

interface Said {
  loanId: number;
  mobile: string;
  status: store.Status;
}

/** The number, its history and what the loan shows change together. */
async function say(context: Context, { loanId, mobile, status }: Said): Promise<store.Row> {
  const { tx, actor, emit } = context;
  const loan = await store.lockSeenLoan(tx, actor, loanId);
  if (!loan) throw new Failure('NOT_FOUND');
  await store.markOwners(tx, mobile);
  // The lock orders it after contacts already decided, so that none is executed after it.
  await lockContact(tx, { loanId, channel: 'message', number: mobile });
  const said = sql`select ${loanId}::bigint as loan_id, ${mobile}::text as mobile, ${status}::text as status`;
  await store.setNumbers(tx, said, { userId: actor.id, jobId: null });
  const id = await store.idOf(tx, loanId, mobile);
  emit('dnc.changed', {
    id,
    facts: { loanId, status },
    to: await watchersOf(tx, [loan.assigneeId, actor.id]),
  });
  return found(await store.rowOf(tx, actor, id));
}

function found<R>(row: R | undefined): R {
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}
const numbered = (key: string): number => (/^\d+$/.test(key) ? Number(key) : 0);

export const dncRoutes = implement(dnc, {
  list: (query, { tx, actor }) => store.dncPage(tx, actor, query),
  async history({ id }, { tx, actor }) {
    found(await store.rowOf(tx, actor, numbered(id)));
    return store.historyOf(tx, numbered(id));
  },
  add: (draft, context) => say(context, draft),
  async edit({ id, status }, context) {
    const { loanId, mobile } = found(await store.numberOf(context.tx, context.actor, numbered(id)));
    return say(context, { loanId, mobile, status });
  },
  loans: (asked, { tx, actor }) => store.loansFor(tx, actor, asked),
});
