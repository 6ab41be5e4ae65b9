import { loans } from '#contract/loans.ts';
import { loansText as say } from '#text/en/loans.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct } from '#client/kernel/query.ts';
import { useMay } from '#client/kernel/session.tsx';
import { kitText } from '#text/en/kit.ts';
import { ColourTag } from '#client/ui/status-pill.tsx';
import type { Loan } from './columns.tsx';
import css from './loans.module.css';

/** The tags of a loan, each with its cross for those who may take it off. */
export function TagCell({ loan: { loanTags } }: { loan: Loan }) {
  const mayRemove = useMay()(loans.untag.can);
  const { run, busy } = useAct(loans.untag);
  const remove = async (id: string): Promise<void> => {
    try {
      await run({ id });
      notice.success(say.tagRemoved);
    } catch (error) {
      notice.error(wordsOf(error) ?? kitText.failed);
    }
  };
  return (
    <span className={css.tags}>
      {loanTags.map(({ uId, name, colorCode }) => (
        <span key={uId}>
          <ColourTag colour={colorCode}>{name}</ColourTag>
          {mayRemove && (
            <button
              type="button"
              disabled={busy}
              aria-label={say.removeTag(name)}
              onClick={() => void remove(uId)}
            >
              ×
            </button>
          )}
        </span>
      ))}
    </span>
  );
}
