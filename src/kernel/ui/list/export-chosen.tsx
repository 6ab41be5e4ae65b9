import { useState } from 'react';
import type { Access } from '#kernel/contract/access.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { kitText } from '#text/en/kit.ts';
import look from '../parts/sheet/actions.module.css';
import type { BarProps } from './list-spec.ts';

interface Props extends BarProps {
  spec: { can: Access; run: (input: object) => Promise<void> };
}

/** Exports the selected rows as a file. */
export function ExportChosen({ spec, ids, clear, matching }: Props) {
  const mayAsk = useMay();
  const [isBusy, setBusy] = useState(false);
  if (!mayAsk(spec.can)) return null;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      await spec.run(matching?.filter ?? { ids: [...ids] });
      notice.success(kitText.exportStarted);
      clear();
    } catch {
      notice.error(kitText.exportFailed);
      setBusy(false);
    }
  };
  return (
    <button type="button" className={look.main} disabled={isBusy} onClick={() => void take()}>
      {kitText.exportChosen}
    </button>
  );
}
