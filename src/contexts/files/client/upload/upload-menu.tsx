/** Upload menu; items without permission are shown disabled. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import { jobTypes } from '#contexts/files/contract/files.ts';
import { may } from '#kernel/contract/access.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import menuCss from '#kernel/ui/parts/menu/menu.module.css';
import type { FileTab } from '../file-tab.ts';
import { kitText } from '#text/en/kit.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const margin = 8;

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const now = items.findIndex((item) => item === document.activeElement);
  const step = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  items.at(step % items.length)?.focus();
}

export function UploadMenu({ onPick, onNear }: { onPick: (type: FileTab) => void; onNear: () => void }) {
  const actor = useActor();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const at = button.current?.getBoundingClientRect();
    const box = menu.current;
    if (!isOpen || !at || !box) return;
    box.style.left = `${Math.max(margin, Math.min(at.left, innerWidth - box.offsetWidth - margin))}px`;
    box.style.top = `${at.bottom + 4}px`;
    box.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  }, [isOpen]);
  const pick = (type: FileTab): void => {
    menu.current?.hidePopover();
    onPick(type);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={look.main}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={onNear}
        onClick={() => menu.current?.togglePopover()}
      >
        {say.upload}
      </button>
      <div
        ref={menu}
        popover="auto"
        role="menu"
        aria-label={say.upload}
        tabIndex={-1}
        className={menuCss.menu}
        onKeyDown={walk}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {jobTypes.map((type) => (
          <button
            key={type}
            type="button"
            role="menuitem"
            {...greyed(!may(actor, uploadFlags[type]) && kitText.locked)}
            onClick={() => pick(type)}
          >
            {say.entries[type]}
          </button>
        ))}
      </div>
    </>
  );
}
