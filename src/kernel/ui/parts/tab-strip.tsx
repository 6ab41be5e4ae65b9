import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import css from './tabs.module.css';

interface Props {
  label: string;
  tabs: readonly { key: string; label: string }[];
  now: string;
  onChoose: (key: string) => void;
  /** The panel these tabs change, where it is one of this page. */
  controls?: string;
}

/** Tabs in one line that scrolls sideways on phones; arrow keys walk, and the chosen one is always in view. */
export function TabStrip({ label, tabs, now, onChoose, controls }: Props) {
  const chosen = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Horizontally only: the page itself does not scroll.
    const tab = chosen.current;
    const strip = tab?.parentElement;
    if (!tab || !strip) return;
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [now]);
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabs.findIndex(({ key }) => key === now);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <div role="tablist" tabIndex={-1} aria-label={label} className={css.strip} onKeyDown={walk}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          ref={tab.key === now ? chosen : undefined}
          type="button"
          role="tab"
          data-tab={tab.key}
          aria-selected={tab.key === now}
          aria-controls={controls}
          tabIndex={tab.key === now ? 0 : -1}
          onClick={() => onChoose(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
