/** Confirmation before deactivating a user: dependents, and reassignment of loans. */
import { useState } from 'react';
import { workingRoles } from '#contexts/loans/contract/loan-roles.ts';
import { switchOff } from '#contexts/lenders/contract/switch-off.ts';
import { users } from '#contexts/agency/contract/users.ts';
import { switchOffText as say } from '#contexts/agency/text/en/switch-off.ts';
import { usersText } from '#contexts/agency/text/en/users.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { rowId, useSearch } from '#kernel/client/app/search.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { beforeOff } from '#kernel/ui/form/before-off.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Picker } from '#kernel/ui/form/inputs/picker.tsx';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const people = fieldsOf(switchOff.handOver).pick('userIds', say.handOver, {
  asks: { type: workingRoles.join(',') },
  most: 50,
});

function HandOver({ id, onDone }: { id: number; onDone: () => void }) {
  const handOver = useAct(switchOff.handOver);
  const [chosen, setChosen] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    let userIds = chosen.split(',').map(Number);
    let handed = 0;
    let begun: string | undefined;
    setBusy(true);
    try {
      for (let isMore = true; isMore;) {
        const { changed, left, ...first } = await handOver.run({ id: String(id), userIds, begun });
        handed += changed;
        begun = first.begun;
        isMore = left > 0 && changed > 0;
        const next = changed % userIds.length;
        userIds = [...userIds.slice(next), ...userIds.slice(0, next)];
      }
      notice.success(say.handedOver(handed));
      setChosen('');
    } catch (error) {
      notice.error(wordsOf(error) ?? usersText.failed);
    } finally {
      setBusy(false);
      // Remaining loans, also after an interruption.
      if (handed > 0) onDone();
    }
  };
  return (
    <>
      <Picker field={people} label={say.handOver} most={50} size="md" value={chosen} onChange={setChosen} />
      <button
        type="button"
        className={look.plain}
        disabled={isBusy}
        {...greyed(chosen === '' && say.chooseFirst)}
        onClick={() => void run()}
      >
        {say.handOverNow}
      </button>
    </>
  );
}

export const BeforeUserOff = beforeOff(
  async (id) => say.asks('user', await call(switchOff.hangs, { what: 'user', id: String(id) })),
  HandOver,
);

/** Deactivation dialog in the URL, opened from a row menu. */
export function AskedOff() {
  const { search, set } = useSearch({ off: rowId });
  const remove = useAct(users.remove);
  const id = search.off;
  if (!id) return null;
  const answer = async (isYes: boolean): Promise<void> => {
    if (isYes)
      try {
        await remove.run({ id: String(id), isConfirmed: true });
        notice.success(usersText.deactivated);
      } catch (error) {
        notice.error(wordsOf(error) ?? usersText.failed);
      }
    set({ off: undefined });
  };
  return <BeforeUserOff key={id} id={id} onAnswer={(isYes) => void answer(isYes)} />;
}
