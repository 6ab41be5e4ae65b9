/** Coaching notes from reviewers to agents: read, acknowledge, reply. */
import { useState } from 'react';
import { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { qualityText } from '#contexts/dialer/text/en/quality.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { clockText } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './quality.module.css';

const say = qualityText.mine;
type Row = WireRow<typeof callReviews.coaching>;
const col = columnsOf(callReviews.coaching);
const filter = filtersOf(callReviews.coaching);
const whoOf = ({ borrowerName }: Row): string => borrowerName ?? say.unknown;
const scoreOf = ({ score }: Row): string => (score === null ? '' : qualityText.score(String(score)));
const stateOf = ({ acknowledgedAt }: Row): string => (acknowledgedAt ? say.read : say.isOpen);

function Read(row: Row) {
  const [isOpen, setIsOpen] = useState(false);
  const { run, busy } = useAct(callReviews.acknowledge);
  const save = async (form: FormData): Promise<void> => {
    try {
      const reply = form.get('reply');
      await run({ id: String(row.id), reply: typeof reply === 'string' ? reply : '' });
      notice.success(say.acknowledged);
      setIsOpen(false);
    } catch (error) {
      notice.warning(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <>
      <button type="button" className={`${look.plain} ${look.small}`} onClick={() => setIsOpen(true)}>
        {say.note}
      </button>
      {isOpen && (
        <Sheet title={whoOf(row)} about={`${row.reviewer} · ${row.card}`} onClose={() => setIsOpen(false)}>
          <div className={css.review}>
            <p>{row.coaching}</p>
            {row.broken.length > 0 && (
              <>
                <b>{say.broken}</b>
                <ul>
                  {row.broken.map((rule) => (
                    <li key={rule}>{rule}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <form className={css.form} action={save}>
            <label className={css.field}>
              {say.reply}
              <textarea name="reply" rows={3} maxLength={1000} defaultValue={row.reply} />
            </label>
            <button type="submit" className={look.main} disabled={busy}>
              {say.acknowledge}
            </button>
          </form>
        </Sheet>
      )}
    </>
  );
}

export const CoachingScreen = listScreen({
  source: callReviews.coaching,
  title: say.title,
  empty: say.empty,
  columns: [
    col.of('borrowerName', say.borrower, whoOf, { width: 200, pin: 'start' }),
    col.text('loanNumber', say.loanNumber, { width: 132 }),
    col.moment('callAt', say.call, { width: 170 }),
    { ...col.of('score', say.score, scoreOf, { width: 96 }), isNumber: true },
    col.custom('coaching', say.note, Read, { text: ({ coaching }) => coaching, width: 120 }),
    col.text('reviewer', say.from),
    col.text('card', say.card),
    col.of('acknowledgedAt', say.state, stateOf, { width: 140 }),
  ],
  filters: [
    filter('isOpen', say.state, {
      choices: [
        { value: 'true', label: say.isOpen },
        { value: 'false', label: say.read },
      ],
    }),
  ],
  card: (row) => ({
    who: whoOf(row),
    much: scoreOf(row),
    next: [clockText(row.callAt), row.reviewer, stateOf(row)].join(' · '),
    more: <Read {...row} />,
  }),
});
