/** Telephone keypad for phone menus; keyboard input works too. */
import { useEffect, useRef, useState } from 'react';
import { keypad } from '#contexts/dialer/contract/call-control/keypad.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './keypad.module.css';

const pad = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
/** Number of sent digits that are displayed. */
const shown = 16;

export function Keypad({ borrower, onClose }: { borrower: string; onClose: () => void }) {
  const { run } = useAct(keypad.press);
  const [pressed, setPressed] = useState('');
  const before = useRef(Promise.resolve());
  const press = (key: string): void => {
    setPressed((all) => `${all}${key}`.slice(-shown));
    // Sent sequentially: parallel requests could arrive out of order and dial a wrong number.
    before.current = before.current.then(() =>
      run({ keys: key }).then(
        () => undefined,
        () => notice.warning(say.keyFailed(key)),
      ),
    );
  };
  useEffect(() => {
    const typed = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && pad.includes(event.key)) press(event.key);
    };
    document.addEventListener('keydown', typed);
    return () => document.removeEventListener('keydown', typed);
  });
  return (
    <Sheet title={say.keypad} about={say.keypadOf(borrower)} from="low" onClose={onClose}>
      <div className={css.inside}>
        <output className={css.pressed} aria-label={say.keysPressed}>
          {pressed}
        </output>
        <div className={css.pad} role="group" aria-label={say.keypad}>
          {pad.map((key) => (
            <button key={key} type="button" onClick={() => press(key)}>
              {key}
            </button>
          ))}
        </div>
      </div>
    </Sheet>
  );
}
