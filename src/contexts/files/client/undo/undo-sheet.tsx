/** Effects of an undo, shown in advance. */
import { Button } from '@mantine/core';
import { files } from '#contexts/files/contract/files.ts';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import { filesText } from '#contexts/files/text/en/files.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import formCss from '#kernel/ui/form/form.module.css';
import { ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../upload/mapping.module.css';
import { Stays, type UndoTold } from './stays.tsx';

const count = (n: number): string => n.toLocaleString('en-IN');

function Counts({ goes, stays }: { goes: number; stays: number }) {
  return (
    <dl className={css.counts}>
      <div>
        <dt>
          <StatusPill tone="good">{say.goBack}</StatusPill>
        </dt>
        <dd>{count(goes)}</dd>
      </div>
      <div>
        <dt>
          <StatusPill tone="warn">{say.stay}</StatusPill>
        </dt>
        <dd>{count(stays)}</dd>
      </div>
    </dl>
  );
}

function Choice({ told, file }: { told: UndoTold; file: string }) {
  const { goes, stays } = told;
  if (stays === 0) return <p className={css.about}>{say.askUndo(file)}</p>;
  return (
    <>
      <Counts goes={goes ?? 0} stays={stays} />
      <p className={css.about}>{goes === 0 ? say.nothingGoes : say.askUndoPart}</p>
      <Stays told={told} />
    </>
  );
}

export function UndoSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const key = { id: String(id) };
  const { data: job } = useRead(files.job, key);
  // Always reloaded: users may be working on these loans.
  const { data: told, error, refetch } = useRead(files.undoCheck, key, { staleTime: 0 });
  const undo = useAct(files.undo);
  const run = async (stays: number): Promise<void> => {
    try {
      await undo.run({ ...key, stays });
      notice.success(say.undoing);
      onClose();
    } catch (failure) {
      notice.error(wordsOf(failure) ?? filesText.failed);
      refetch();
    }
  };
  const file = job?.fileName ?? '';
  return (
    <Sheet title={say.undoTitle(file)} onClose={onClose}>
      {!told && error && <ListTrouble error={error} onRetry={refetch} />}
      {!told && !error && (
        <p className={css.about} role="status">
          {say.undoLooks}
        </p>
      )}
      {told && (
        <div className={formCss.form} data-form>
          <Choice told={told} file={file} />
          <div className={formCss.foot}>
            <Button variant="default" size="md" onClick={onClose}>
              {kitText.cancel}
            </Button>
            {(told.goes !== 0 || told.stays === 0) && (
              <Button size="md" loading={undo.busy} onClick={() => void run(told.stays)}>
                {told.stays === 0 ? say.undo : say.undoPart(count(told.goes ?? 0), count(told.stays))}
              </Button>
            )}
          </div>
        </div>
      )}
    </Sheet>
  );
}
