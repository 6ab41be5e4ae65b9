import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { closeDay, pageOfDays } from './days.ts';
import { confirmDeposit, makeDeposit, undoDeposit } from './deposits.ts';
import { pageOfDeposits, photoOf } from './deposits-store.ts';
import { handOf, pageByAgent, pageByCenter, pageOfReceipts } from './lists.ts';
import { giveNumbers } from './numbers.ts';
import { clearShort } from './clear-short.ts';
import { voidReceipt } from './void.ts';

interface Deps {
  publicUrl: string;
  files: FileStore;
  jobs: Pick<Jobs, 'enqueue'>;
}
export const cashRoutes = ({ publicUrl, files, jobs }: Deps): Route[] => [
  ...implement(cash, {
    numbers: ({ deviceId }, context) => giveNumbers(context, deviceId),
    hand: (_, context) => handOf(context),
    receipts: (query, context) => pageOfReceipts(context, query, publicUrl),
    byAgent: (query, context) => pageByAgent(context, query),
    byCenter: (query, context) => pageByCenter(context, query),
    void: (asked, context) => voidReceipt(context, asked),
    days: (query, context) => pageOfDays(context, query),
    close: (asked, context) => closeDay(context, asked),
  }),
  ...implement(cashDeposits, {
    list: (query, context) => pageOfDeposits(context, query),
    make: (asked, context) => makeDeposit(context, asked, jobs),
    confirm: (asked, context) => confirmDeposit(context, asked),
    clearShort: (asked, context) => clearShort(context, asked),
    undo: (asked, context) => undoDeposit(context, asked),
    async see({ id }, { tx, actor }) {
      const photo = /^\d+$/.test(id) ? await photoOf(tx, actor, Number(id)) : undefined;
      if (!photo) throw new Failure('NOT_FOUND');
      return async ({ reply }) => reply.type(photo.type).send(photo.bytes ?? (await files.get(photo.key)));
    },
  }),
];
