import { Suspense, useEffect } from 'react';
import { type KeyName, isKey, keyNames } from '#kernel/ui/parts/menu/keys.ts';
import { closeHelper, helperNow, openHelper, typeEarly, useHelper } from './keyboard-store.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));
const WordSheet = lazy(async () => ({ default: (await import('./word-sheet.tsx')).WordSheet }));

const UnsentQuestion = lazy(async () => ({
  default: (await import('../shells/user/sign-out.tsx')).UnsentQuestion,
}));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));

/** The present screen's search box. */
const searchBox = (): HTMLInputElement | null =>
  document.querySelector('main input[type="search"], main [data-search] input');

/** The enabled button with this shortcut. */
const buttonOf = (name: KeyName): HTMLButtonElement | undefined =>
  [...document.querySelectorAll<HTMLButtonElement>(`button[data-key="${name}"]`)].find(
    (button) => !button.disabled && button.checkVisibility(),
  );

const isModalOpen = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** While the palette loads, a key starts its search instead of a shortcut. */
function onKeyBefore(event: KeyboardEvent): void {
  if (isKey(event, 'close')) closeHelper('palette');
  else if (typeEarly(event.key)) event.preventDefault();
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat) return;
  if (isKey(event, 'palette')) {
    event.preventDefault();
    if (helperNow() !== 'palette') openHelper('palette');
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (helperNow() === 'palette' && !isModalOpen()) return onKeyBefore(event);
  if (isTyping(event.target) || isModalOpen()) return;
  if (isKey(event, 'shortcuts')) return openHelper('shortcuts');
  const box = isKey(event, 'search') ? searchBox() : null;
  const name = keyNames.find((one) => isKey(event, one));
  const button = name && buttonOf(name);
  if (!box && !button) return;
  event.preventDefault();
  box?.focus();
  button?.click();
}

/** The keys that work everywhere, and what they open. */
export function Keyboard() {
  const helper = useHelper();
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense>
      {helper === 'palette' && <Palette onClose={() => closeHelper('palette')} />}
      {helper === 'shortcuts' && <ShortcutSheet onClose={() => closeHelper('shortcuts')} />}
      {helper === 'words' && <WordSheet onClose={() => closeHelper('words')} />}
      {helper === 'sign-out' && <UnsentQuestion />}
    </Suspense>
  );
}
