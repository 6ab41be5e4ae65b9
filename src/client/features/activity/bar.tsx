import { type ComponentType, useState } from 'react';
import { activityText as say } from '#text/en/activity.ts';
import { kitText } from '#text/en/kit.ts';
import { exportOf } from '#client/kernel/export.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useMay } from '#client/kernel/session.tsx';
import look from '#client/ui/actions.module.css';

interface Bar {
  ids: ReadonlySet<number>;
  clear: () => void;
}

/** Takes selected rows of a report away as a file. */
export function exportBar(type: string): ComponentType<Bar> {
  const taken = exportOf(type);
  return function ExportBar({ ids, clear }) {
    const [isBusy, setBusy] = useState(false);
    const mayAsk = useMay();
    if (!mayAsk(taken.can)) return null;
    const take = async (): Promise<void> => {
      setBusy(true);
      try {
        await taken.run({ ids: [...ids] });
        notice.success(kitText.exportStarted);
        clear();
      } catch {
        notice.error(kitText.exportFailed);
      }
      setBusy(false);
    };
    return (
      <button type="button" className={look.main} disabled={isBusy} onClick={() => void take()}>
        {say.exportChosen}
      </button>
    );
  };
}
