/** Reads a settlement file row by row, stores new rows, compares, and polls the gateway where the file contains more. */
import { Unreadable, readPieces, unreadableReason } from '#contexts/files/server/import/file-reader.ts';
import type { RowReason } from '#contexts/files/contract/reader/file-cells.ts';
import type { SettlementGateway } from '#contexts/payments/contract/reconciliation-words.ts';
import { reconciliationText } from '#contexts/payments/text/en/reconciliation.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { Job, JobContext } from '#kernel/server/work/jobs.ts';
import { vendorOf } from '../gateways/port.ts';
import type { Reconciling } from '../orders/poll-status.ts';
import { askAll, compareGateway, confirmGateway } from './compare-gateway.ts';
import { payuFile } from './payu-file.ts';
import { razorpayFile } from './razorpay-file.ts';
import { type FaultReason, Faulty, type SettledRow, type SettlementReader } from './row.ts';

export const readJobName = 'gateway-file';
const batch = 2000;
/** Maximum listed invalid rows; the others are only numbered. */
const mostFaults = 1000;

const readers: Readonly<Record<SettlementGateway, SettlementReader>> = {
  razorpay: razorpayFile,
  payu: payuFile,
};
/** Undefined for an unsupported gateway. */
export const readerOf = (gateway: string): SettlementReader | undefined =>
  Object.values(readers).find((reader) => reader.gateway === vendorOf(gateway));

/** Why the line cannot be read at all. */
const lineFaults: Partial<Record<RowReason, FaultReason>> = {
  'row cut off': 'cut-off',
  'quote not closed': 'quote',
  'quote inside a field': 'quote',
};

interface SettlementFile {
  id: number;
  gateway: string;
  key: string;
  state: string;
  sentBy: number;
}
interface Fault {
  n: number;
  reason: string;
  field: string;
}

const keepRows = (tx: Tx, { id, gateway }: SettlementFile, rows: readonly SettledRow[]): Promise<number> =>
  tx.run(sql`
    insert into gateway_rows as g (gateway, entity, kind, order_ref, payment_ref, amount, fee, tax, net, on_hold, is_settled, day, settled_on,
      settlement, utr, file_id, last_file_id)
    select ${gateway}, r.entity, r.kind, r."orderRef", r."paymentRef", r.amount, r.fee, r.tax, r.net, bool_or(r."onHold"),
      bool_or(r."isSettled"), min(r.day), max(r."settledOn"), max(r.settlement), max(r.utr), ${id}, ${id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (entity text, kind text, "orderRef" text, "paymentRef" text, amount bigint,
      fee bigint, tax bigint, net bigint, "onHold" boolean, "isSettled" boolean, day date, "settledOn" date, settlement text, utr text)
    group by 2, 3, 4, 5, 6, 7, 8, 9 order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (gateway, entity, kind, order_ref, payment_ref, amount, fee, tax, net) do update set
      on_hold = g.on_hold or excluded.on_hold, is_settled = g.is_settled or excluded.is_settled,
      day = least(g.day, excluded.day), settled_on = greatest(g.settled_on, excluded.settled_on),
      settlement = greatest(g.settlement, excluded.settlement), utr = greatest(g.utr, excluded.utr),
      last_file_id = excluded.last_file_id, is_compared = false
    where (g.on_hold, g.is_settled, g.day, g.settled_on, g.settlement, g.utr) is distinct from (g.on_hold or excluded.on_hold,
      g.is_settled or excluded.is_settled, least(g.day, excluded.day), greatest(g.settled_on, excluded.settled_on),
      greatest(g.settlement, excluded.settlement), greatest(g.utr, excluded.utr))`);

/** Stores new rows of a file; returns the number of read and invalid rows. */
export async function readRows(
  { database, files }: { database: Database; files: FileStore },
  file: SettlementFile,
  stop: AbortSignal,
): Promise<{ good: number; wrong: number }> {
  const reader = readerOf(file.gateway);
  if (!reader) throw new Unreadable(reconciliationText.noReader);
  let rows: SettledRow[] = [];
  let faults: Fault[] = [];
  const counts = { good: 0, wrong: 0 };
  const flush = (): Promise<void> =>
    database.transaction(async (tx) => {
      if (rows.length) await keepRows(tx, file, rows);
      if (faults.length)
        await tx.run(sql`
          insert into gateway_file_faults (file_id, n, reason, field)
          select ${file.id}, n, reason, field from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) f (n int, reason text, field text)
          on conflict do nothing`);
      [rows, faults] = [[], []];
    });
  try {
    for await (const { records, at } of readPieces(await files.get(file.key), reader.columns)) {
      stop.throwIfAborted();
      for (const { n, cells, fault, line } of records) {
        // A total line is reported as wrong: it states the expected sum of the rows.
        if (line && line !== 'total') continue;
        try {
          if (fault) throw new Faulty(lineFaults[fault] ?? 'cells', '');
          const place = (key: string): number => at.get(key) ?? -1;
          rows.push(reader.read((key) => (cells[place(key)] ?? '').trim()));
          counts.good += 1;
        } catch (error) {
          if (!(error instanceof Faulty)) throw error;
          counts.wrong += 1;
          if (counts.wrong <= mostFaults) faults.push({ n, reason: error.reason, field: error.field });
        }
        if (rows.length >= batch) await flush();
      }
    }
  } finally {
    // Rows before a truncation are stored.
    await flush();
  }
  return counts;
}

async function finish(
  tx: Tx,
  file: SettlementFile,
  o: { good: number; wrong: number; error: string | null; now: Date },
) {
  await tx.run(sql`
    update gateway_files f set state = ${o.error === null ? 'read' : 'failed'}, taken = n.taken, known = greatest(${o.good} - n.taken, 0),
      wrong = ${o.wrong}, error = ${o.error}, read_at = ${o.now}
    from (select count(*)::int as taken from gateway_rows where file_id = ${file.id}) n where f.id = ${file.id}`);
  const events = eventLog(null, null);
  const facts = { gateway: file.gateway, good: o.good, wrong: o.wrong, error: o.error };
  events.emit('reconciliation.file-read', { id: file.id, facts, to: [file.sentBy] });
  await events.flush(tx, ['payments']);
}

async function run(o: Reconciling & { files: FileStore }, id: number, { signal, isLastTry }: JobContext) {
  const { database, clock } = o;
  const file = await database.one<SettlementFile>(sql`
    select id, gateway, upload_key as key, state, sent_by as "sentBy" from gateway_files where id = ${id}`);
  if (!file || file.state !== 'waiting') return;
  let error: string | null = null;
  let counts = { good: 0, wrong: 0 };
  try {
    counts = await readRows(o, file, signal);
  } catch (cause) {
    const words = unreadableReason(cause);
    if (!words && !isLastTry) throw cause;
    error = words ?? reconciliationText.broken;
  }
  // Rows of a truncated file are processed all the same.
  const asked = await compareGateway(database, file.gateway, clock.now()).catch((cause: unknown) => {
    if (!isLastTry) throw cause;
    error ??= reconciliationText.notCompared;
    return [];
  });
  await database.transaction((tx) => finish(tx, file, { ...counts, error, now: clock.now() }));
  await askAll(o, [...new Set(asked)]);
  await confirmGateway(o, file.gateway);
}

export const readFileJob = (o: Reconciling & { files: FileStore }): Job<{ id: number }> => ({
  name: readJobName,
  retries: 5,
  run: ({ id }, context) => run(o, id, context),
});
