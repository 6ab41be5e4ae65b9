/** Today's call figures of trunks and caller IDs; lines out of service can be restored. */
import { useState } from 'react';
import { lines } from '#contexts/dialer/contract/lines.ts';
import { trunksText as say } from '#contexts/dialer/text/en/trunks.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { momentText } from '#kernel/ui/parts/values/format.ts';

type Line = WireRow<typeof lines.today>;

export function LinesToday() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={look.plain} onClick={() => setOpen(true)}>
        {say.linesToday}
      </button>
      {isOpen && <LinesSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function LinesSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useRead(lines.today, {}, { staleTime: 0 });
  return (
    <Sheet title={say.linesToday} from="low" onClose={onClose}>
      {data ? (
        <LineTable of={data} onChanged={refetch} />
      ) : error ? (
        <ListTrouble error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton isPhone columns={1} />
      )}
    </Sheet>
  );
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

function LineTable({ of, onChanged }: { of: readonly Line[]; onChanged: () => void }) {
  const { run, busy } = useAct(lines.restore);
  if (of.length === 0) return <p>{say.noLines}</p>;
  const restore = async ({ kind, line }: Line): Promise<void> => {
    await run({ kind, line });
    onChanged();
  };
  const rows = of.map((one) => ({
    key: `${one.kind} ${one.line}`,
    cells: [
      say.lineName(one.kind, one.name),
      one.calls,
      share(one.answered, one.calls),
      one.refused,
      one.delayMs === null ? '–' : say.seconds((one.delayMs / 1000).toFixed(1)),
      one.outUntil === null ? (
        say.inService
      ) : (
        <>
          {say.outUntil(say.why[one.why ?? 'refused'], momentText(one.outUntil))}{' '}
          <button type="button" className={look.plain} disabled={busy} onClick={() => void restore(one)}>
            {say.restore}
          </button>
        </>
      ),
    ],
  }));
  return <PlainTable label={say.linesToday} heads={Object.values(say.lineColumns)} rows={rows} isFigures />;
}
