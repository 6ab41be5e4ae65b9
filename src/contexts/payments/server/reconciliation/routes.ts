import { uploadOf } from '#contexts/files/server/store.ts';
import { jobPurpose } from '#contexts/files/server/purposes.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { mayReadAgain, settlementGateways } from '#contexts/payments/contract/reconciliation-words.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Notify } from '../orders/orders.ts';
import { nameOf } from '../gateways/gateways.ts';
import type { Gateways } from '../gateways/port.ts';
import { actOn } from './act.ts';
import { readJobName, readerOf } from './read-file.ts';
import * as store from './store.ts';

interface Parts {
  jobs: Jobs;
  gateways: Gateways;
  notify: Notify;
}
const keyed = (id: string): number => {
  if (!/^\d{1,15}$/.test(id)) throw new Failure('NOT_FOUND');
  return Number(id);
};
async function found({ tx, now }: Context, id: string): Promise<store.Difference> {
  const row = await store.differenceOf(tx, keyed(id), now);
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/** Those of the installation, and merchants of accounts. */
async function gatewaysOf({ tx }: Context, gateways: Gateways) {
  const own = await tx.rows<{ vendor: (typeof settlementGateways)[number]; id: number; name: string }>(sql`
    select v.vendor, a.id, a.name from payment_accounts a cross join unnest(${[...settlementGateways]}::text[]) v (vendor)
    where a.merchant_keys ? v.vendor order by a.name, v.vendor limit 500`);
  const built = await Promise.all(settlementGateways.map((name) => gateways.named(name)));
  const used = await tx.rows<{ gateway: string }>(
    sql`select distinct gateway from gateway_files where gateway = any(${[...settlementGateways]})`,
  );
  const names = new Set([
    ...built.flatMap((one) => (one ? [one.name] : [])),
    ...used.map(({ gateway }) => gateway),
  ]);
  return [
    ...[...names].map((gateway) => ({ gateway, account: null })),
    ...own.map(({ vendor, id, name }) => ({ gateway: nameOf(vendor, id), account: name })),
  ];
}

export const reconciliationRoutes = ({ jobs, gateways, notify }: Parts): Route[] =>
  implement(reconciliation, {
    gateways: (_, context) => gatewaysOf(context, gateways),
    files: (query, { tx }) => store.pageOfFiles(tx, query),
    faults: (query, { tx }) => store.pageOfFaults(tx, query),
    async send({ gateway, fileKey }, context) {
      const { tx, actor, now, emit } = context;
      const known = await gatewaysOf(context, gateways);
      if (!readerOf(gateway) || !known.some((one) => one.gateway === gateway)) throw new Failure('NOT_FOUND');
      const upload = await uploadOf(tx, fileKey);
      if (!upload?.isStored || upload.userId !== actor.id || upload.purpose !== jobPurpose)
        throw new Failure('FILE_MISSING');
      // A repeated delivery is read once.
      const row = await tx.one<{ id: number; isNew: boolean }>(sql`
        insert into gateway_files (gateway, upload_key, file_name, sent_by, sent_at)
        values (${gateway}, ${fileKey}, ${upload.fileName}, ${actor.id}, ${now})
        on conflict (upload_key) do update set upload_key = excluded.upload_key returning id, xmax = 0 as "isNew"`);
      const id = row?.id ?? 0;
      emit('reconciliation.file-sent', { id, facts: { gateway, fileName: upload.fileName } });
      if (row?.isNew) await jobs.enqueue(tx, readJobName, { id });
      return { id };
    },
    async readAgain({ id }, { tx, actor, now, emit }) {
      const file = await store.fileOf(tx, keyed(id));
      if (!file) throw new Failure('NOT_FOUND');
      if (!mayReadAgain(file, now)) throw new Failure('FILE_STATE');
      await store.beginAgain(tx, file.id);
      await jobs.enqueue(tx, readJobName, { id: file.id });
      emit('reconciliation.file-read-again', {
        id: file.id,
        facts: { gateway: file.gateway, fileName: file.fileName, before: file.state, after: 'waiting' },
        to: [actor.id],
      });
      return { ...file, state: 'waiting' as const, wrong: 0, error: null };
    },
    days: (query, { tx, now }) => store.pageOfDays(tx, query, now),
    rows: (query, { tx, now }) => store.pageOfLines(tx, query, now),
    list: (query, { tx, actor, now }) => store.pageOfDifferences(tx, actor, query, now),
    one: ({ id }, context) => found(context, id),
    async steps({ id }, context) {
      return store.stepsOfDifference(context.tx, (await found(context, id)).id);
    },
    async act({ id, act, words }, context) {
      await actOn(context, { id: keyed(id), act, words }, { notify, jobs });
      return found(context, id);
    },
    ofLender: (query, { tx, actor, now }) => store.pageOfLenderDays(tx, actor, query, now),
    differencesOfLender: (query, { tx, actor, now }) => store.differencesOfLender(tx, actor, query, now),
  });
