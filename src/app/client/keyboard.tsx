import { Suspense, lazy, useEffect } from 'react';
import { openHelper, useHelper } from './keyboard-store.ts';
import { UnsentQuestion } from './shells/sign-out.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));

/** The present screen's search box. */
const searchBox = (): HTMLInputElement | null =>
  document.querySelector('main input[type="search"], main [data-search] input');

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    openHelper('palette');
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
  if (event.key === '?') openHelper('shortcuts');
  // Only where an outcome can be written down.
  else if (event.key === 'd') document.querySelector<HTMLElement>('[data-shortcut="disposition"]')?.click();
  else if (event.key === '/' && searchBox()) {
    event.preventDefault();
    searchBox()?.focus();
  }
}

/** The keys that work everywhere, and what they open. */
export function Keyboard() {
  const helper = useHelper();
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => openHelper(null);
  return (
    <Suspense>
      {helper === 'palette' && <Palette onClose={close} />}
      {helper === 'shortcuts' && <ShortcutSheet onClose={close} />}
      {helper === 'sign-out' && <UnsentQuestion />}
    </Suspense>
  );
}
