import { useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { loans } from '#contexts/loans/contract/loans.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { ColourTag } from '#kernel/ui/parts/values/status-pill.tsx';
import type { ListedLoan } from '../listed-loan.ts';
import css from '../loans.module.css';

/** Tags of a loan, each with a remove button for permitted users. */
export function TagCell({ loan }: { loan: ListedLoan }) {
  const mayRemove = useMay()(loans.untag.can);
  const [busy, setBusy] = useState(false);
  const remove = async (tag: ListedLoan['loanTags'][number]): Promise<void> => {
    setBusy(true);
    await (await import('./tagging.ts')).sendUntag(loan, tag);
    setBusy(false);
  };
  return (
    <span className={css.tags}>
      {loan.loanTags.map((tag) => (
        <span key={tag.uId}>
          <ColourTag colour={tag.colorCode}>{tag.name}</ColourTag>
          {mayRemove && (
            <button
              type="button"
              disabled={busy}
              aria-label={say.removeTag(tag.name)}
              onClick={() => void remove(tag)}
            >
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
    </span>
  );
}
