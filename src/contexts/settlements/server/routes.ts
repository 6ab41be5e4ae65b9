import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import type { InstalmentDraft } from '#contexts/settlements/contract/instalment-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import * as change from './change-store.ts';
import { bulkApprove } from './bulk.ts';
import { lockAll, lockOne, reopen, sendToClient, emitChanges, updateStatus } from './decide.ts';
import * as documents from './documents.ts';
import { giveDay } from './new-day.ts';
import { attachable, checkAddresses, sendLetter, proposed } from './mail.ts';
import * as store from './store.ts';

/** Disposition that requests a settlement. */
export interface SettlementDisposition {
  loanId: number;
  dispositionId: number;
  amount: number;
  settlementDate: string;
  instalments?: InstalmentDraft[];
  followUpDate: string;
  comments?: string;
  occurredAt?: string;
}
interface Deps {
  jobs: Jobs;
  /** Deletes a file's bytes after the commit. */
  removeFile: (tx: Tx, key: string) => Promise<void>;
  /** The agency's limit of a waiver, in percent: for portfolios that have none. */
  maxWaiver: number;
  /** Records the disposition that requests a settlement, and the settlement (G090). */
  record: (
    outcome: SettlementDisposition,
    context: Context,
    asksForSub: false,
  ) => Promise<{ id: number; loanId: number }>;
}
type Remarked = { settlementId: number; content: string };

/** A remark, on the lender's timeline too where it is for them. */
async function remark(context: Context, { settlementId, content }: Remarked, isForClient: boolean) {
  const { tx, actor } = context;
  const held = await lockOne(context, settlementId, isForClient ? 'query' : undefined);
  const id = await change.addRemark(tx, { id: held.id, content, isForClient, userId: actor.id });
  if (isForClient)
    await change.addSteps(tx, {
      ids: [held.id],
      side: 'client',
      status: 'Query Raised',
      comment: content,
      userId: actor.id,
    });
  await emitChanges(context, [held], {
    after: isForClient ? 'Remark to client' : 'Remark',
    comment: content,
  });
  return { id };
}

export const settlementRoutes = ({ record, jobs, removeFile, maxWaiver }: Deps): Route[] =>
  implement(settlements, {
    list: (query, { tx, actor, now }) => store.settlementPage(tx, actor, query, now),
    clients: (_, { tx, actor }) => store.clientsOf(tx, actor),
    one: async ({ id }, context) => store.rowOf(context, await store.seenId(context.tx, context.actor, id)),
    history: async ({ id }, { tx, actor }) =>
      store.stepsOf(tx, await store.seenId(tx, actor, id), { hidesAdmins: true }),
    timeline: async ({ id }, { tx, actor }) =>
      store.stepsOf(tx, await store.seenId(tx, actor, id), { side: 'collection' }),
    clientTimeline: async ({ id }, { tx, actor }) =>
      store.stepsOf(tx, await store.seenId(tx, actor, id), { side: 'client' }),
    remarks: async ({ id }, { tx, actor }) => store.remarksOf(tx, await store.seenId(tx, actor, id)),

    documents: async ({ id }, { tx, actor }) =>
      documents.documentsOf(tx, actor, await store.seenId(tx, actor, id)),
    documentCategories: (_, { tx }) => documents.categories(tx),
    addDocuments: (asked, context) => documents.addAll(context, removeFile, asked),
    removeDocument: ({ key }, context) => documents.removeDocument(context, removeFile, key),

    email: async ({ id }, { tx, actor }) => proposed(tx, await store.seenId(tx, actor, id)),
    async sendMail({ settlementId, to, cc, withDocuments = false, ...letter }, context) {
      const held = await lockOne(context, settlementId);
      await checkAddresses(context.tx, context.actor.id, held, [to, cc]);
      const attachments = withDocuments ? await attachable(context.tx, held.id) : [];
      await sendLetter(context.tx, jobs, held.id, { ...letter, attachments, to: `${to}, ${cc}` });
      await emitChanges(context, [held], { after: 'E-mail' });
    },
    async bulkMail({ ids }, context) {
      const all = await lockAll(context, ids);
      const letters = await Promise.all(
        all.map(async (held) => ({ held, letter: await proposed(context.tx, held.id) })),
      );
      const ready = letters.filter(({ letter }) => letter.to !== '');
      // None of their lenders has an address.
      if (ready.length === 0) throw new Failure('INVALID_INPUT', {}, [{ path: 'ids', fault: 'invalid' }]);
      for (const { held, letter } of ready) await sendLetter(context.tx, jobs, held.id, letter);
      await emitChanges(
        context,
        ready.map(({ held }) => held),
        { after: 'E-mail' },
      );
      return { changed: ready.length };
    },

    async request(draft, context) {
      const entry = await record({ ...draft, dispositionId: dispositionIds.FinalSettlement }, context, false);
      return { id: await store.settlementOfEntry(context.tx, entry.id), loanId: entry.loanId };
    },

    async updateStatus(asked, context) {
      const { id } = await updateStatus(context, asked, maxWaiver);
      return store.rowOf(context, id);
    },
    bulkApprove: ({ ids }, context) => bulkApprove(context, ids, maxWaiver),
    sendToClient: async ({ ids }, context) => ({ changed: await sendToClient(context, ids) }),

    async raiseQuery({ settlementId, loanId, comment, isForClient = false }, context) {
      const { tx, actor } = context;
      if (isForClient && !may(actor, 'settlement_raise_query_client')) throw new Failure('FORBIDDEN');
      const held = await lockOne(context, settlementId, 'query');
      if (loanId !== undefined && loanId !== held.loanId)
        throw new Failure('INVALID_INPUT', {}, [{ path: 'loanId', fault: 'invalid' }]);
      await change.queryRaised(tx, held);
      await change.addRemark(tx, { id: held.id, content: comment, isForClient, userId: actor.id });
      for (const side of isForClient ? (['collection', 'client'] as const) : (['collection'] as const))
        await change.addSteps(tx, {
          ids: [held.id],
          side,
          status: 'Query Raised',
          comment,
          userId: actor.id,
        });
      await emitChanges(context, [held], { after: held.isAgreed ? held.status : 'QueryRaised', comment });
      return store.rowOf(context, held.id);
    },
    remark: (asked, context) => remark(context, asked, false),
    remarkToClient: (asked, context) => remark(context, asked, true),

    async reinitiate({ id, amount, settlementDate, comments: comment }, context) {
      const { tx, actor } = context;
      const held = await lockOne(context, await store.seenId(tx, actor, id), 'reinitiate');
      if (held.isPaidOff) throw new Failure('LOAN_PAID_OFF');
      const rival = await change.rivalOf(tx, held);
      if (rival) throw new Failure(rival === 'Approved' ? 'ALREADY_SETTLED' : 'SETTLEMENT_OPEN');
      if (settlementDate !== undefined) await giveDay(context, held, settlementDate);
      await reopen(context, held, { status: 'ReInitiated', amount, comment });
      return store.rowOf(context, held.id);
    },
  });
