/** Confirmation of a bulk approval: the settlements, their waivers, and the sum. */
import { isAllowed } from '#contexts/settlements/contract/settlement-rules.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { money } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './settlements.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

interface Props {
  ids: ReadonlySet<number>;
  onDone: () => void;
  onClose: () => void;
}
type Row = WireRow<typeof settlements.list>;

const sumOf = (rows: readonly Row[]): number =>
  rows.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0) / 100;

function Chosen({ rows }: { rows: readonly Row[] }) {
  return (
    <PlainTable
      label={say.title}
      heads={[say.borrower, say.amount, say.waiver, say.loanNumber]}
      rows={rows.map(({ id, amount, waiverOnPos, settlementLoan }) => ({
        key: id,
        cells: [
          settlementLoan.borrowerName,
          money(amount),
          waiverOnPos === null ? '-' : waiverOnPos.toFixed(2),
          settlementLoan.loanNumber,
        ],
      }))}
    />
  );
}

export function BulkApprove({ ids, onDone, onClose }: Props) {
  const { data, error, refetch } = useRead(settlements.list, { ids: [...ids], size: 500 });
  const { run, busy } = useAct(settlements.bulkApprove);
  const open =
    data?.rows.filter(({ status, isExpired }) => !isExpired && isAllowed('bulkApprove', status)) ?? [];
  const approve = async (): Promise<void> => {
    try {
      const { changed, left } = await run({ ids: open.map(({ id }) => id) });
      const whys = [...new Set(left.map(({ why }) => why))];
      if (left.length === 0) notice.success(say.approved);
      else notice.info([say.inBulk(changed, open.length), ...whys.map((why) => say.left[why])].join(' '));
      onDone();
      onClose();
    } catch (failure) {
      notice.error(wordsOf(failure) ?? say.failed);
    }
  };
  return (
    <Sheet title={say.askBulk(open.length)} onClose={onClose}>
      {!data &&
        (error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />)}
      {data && (
        <>
          <p className={css.about}>{say.bulkSum(open.length, money(sumOf(open)))}</p>
          {open.length < ids.size && <p className={css.about}>{say.bulkLeft(ids.size - open.length)}</p>}
          <Chosen rows={open} />
          <div className={`${css.acts} ${css.below}`}>
            <button
              type="button"
              className={look.main}
              disabled={busy}
              {...greyed(open.length === 0 && say.nothingOpen)}
              onClick={() => void approve()}
            >
              {say.approveAll(open.length)}
            </button>
            <button type="button" className={look.plain} onClick={onClose}>
              {say.keep}
            </button>
          </div>
        </>
      )}
    </Sheet>
  );
}
