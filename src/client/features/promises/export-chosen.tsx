import { useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { borrowerDispositionsText as say } from '#text/en/borrower-dispositions.ts';
import { exportOf } from '#client/kernel/export.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useMay } from '#client/kernel/session.tsx';
import css from './promises.module.css';

export const outcomeExport = exportOf('summary');

/** Takes the selected rows away as a file. */
export function ExportChosen({ ids, clear }: { ids: ReadonlySet<number>; clear: () => void }) {
  const mayExport = useMay()(outcomeExport.can);
  const [isBusy, setBusy] = useState(false);
  if (!mayExport) return null;
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await outcomeExport.run({ ids: [...ids] });
      notice.success(kitText.exportStarted);
      clear();
    } catch {
      notice.error(kitText.exportFailed);
    }
    setBusy(false);
  };
  return (
    <button type="button" className={css.take} disabled={isBusy} onClick={() => void run()}>
      {say.exportChosen}
    </button>
  );
}
