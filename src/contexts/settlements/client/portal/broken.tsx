/** Broken settlements, and their consequences by the terms, until acknowledged by a client user. */
import { portal } from '#contexts/settlements/contract/portal.ts';
import { portalText as say } from '#contexts/settlements/text/en/portal.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { DecisionCard, Decisions } from '#kernel/ui/parts/sheet/decisions.tsx';
import { dateWords, money } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';

type Row = WireRow<typeof portal.list>;
const most = 5;

export const useBroken = () => useRead(portal.list, { isNews: true, size: most }, { keepPrevious: true });

export function Broken() {
  const { data } = useBroken();
  if (!data || data.rows.length === 0) return null;
  return (
    <Decisions id="broken-for-lender" title={say.broken} about={say.brokenAbout}>
      <ul>
        {data.rows.map((row) => (
          <One key={row.id} row={row} />
        ))}
      </ul>
    </Decisions>
  );
}

function One({ row }: { row: Row }) {
  const { run } = useAct(portal.note);
  const mayNote = useMay()(portal.note.can);
  const { plan, amount } = row;
  if (!plan) return null;
  const note = async (): Promise<void> => {
    try {
      await run({ id: String(row.id) });
      notice.success(say.noteDone);
    } catch (error) {
      notice.error(wordsOf(error) ?? say.failed);
    }
  };
  const left = Math.max(0, plan.outstanding - plan.received);
  return (
    <DecisionCard
      who={<strong>{row.borrower}</strong>}
      pills={
        <>
          <StatusPill tone="bad">{say.brokenOn(dateWords(plan.on))}</StatusPill>
          <StatusPill tone="plain">{row.loanNumber}</StatusPill>
        </>
      }
      figures={[
        { label: say.offer, amount },
        { label: say.pos, amount: row.principalOutstanding },
        { label: say.tos, amount: row.totalOutstanding },
      ]}
      lines={[
        say.brokenTerms(
          money(Math.max(0, plan.outstanding - amount)),
          plan.received > 0 ? money(plan.received) : null,
          money(left),
        ),
      ]}
      ways={
        mayNote
          ? [
              {
                label: say.noted,
                named: say.of(say.noted, row.borrower),
                isMain: true,
                run: () => void note(),
              },
            ]
          : []
      }
    />
  );
}
