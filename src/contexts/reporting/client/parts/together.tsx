/** A group of figures with one notice above it when offline: their time, and that the server cannot be reached. */
import { type ReactNode, createContext, useContext, useEffect, useId, useMemo, useState } from 'react';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { Unreachable } from '#kernel/client/calls/api-failure.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { sinceText } from '#kernel/ui/parts/values/format.ts';
import { kitText } from '#text/en/kit.ts';
import css from './together.module.css';

/** State of a card: without figures, or with current ones. */
type Word = 'away' | number;
const Above = createContext<((card: string, word: Word | undefined) => void) | undefined>(undefined);

function without(words: ReadonlyMap<string, Word>, card: string): Map<string, Word> {
  const rest = new Map(words);
  rest.delete(card);
  return rest;
}

export function Together({ children }: { children: ReactNode }) {
  const [words, setWords] = useState<ReadonlyMap<string, Word>>(new Map());
  const tell = useMemo(
    () => (card: string, word: Word | undefined) =>
      setWords((now) => (word === undefined ? without(now, card) : new Map(now).set(card, word))),
    [],
  );
  const all = [...words.values()];
  const moments = all.filter((word) => word !== 'away');
  return (
    <Above value={tell}>
      {all.includes('away') && (
        <p className={css.away} role="status">
          {say.away}
        </p>
      )}
      {moments.length > 0 && (
        <p className={css.away} role="status">
          {kitText.asOf(sinceText(new Date(Math.min(...moments))))}
        </p>
      )}
      {children}
    </Above>
  );
}

function useWord(word: Word | undefined): boolean {
  const tell = useContext(Above);
  const card = useId();
  useEffect(() => {
    if (word === undefined || !tell) return undefined;
    tell(card, word);
    return () => tell(card, undefined);
  }, [tell, card, word]);
  return tell !== undefined;
}

/**
 * Whether the error is shown above: then cards without data show nothing. They reload automatically once the server is
 * reachable.
 */
export function useSaidAbove(error: Error | null): boolean {
  const isAway = error instanceof Unreachable;
  const isSaid = useWord(isAway ? 'away' : undefined);
  return isAway && isSaid;
}

/** Without a network: when the figures shown were read. */
export function useAgeAbove(readAt: number | undefined): void {
  const isOnline = useOnline();
  useWord(isOnline ? undefined : readAt);
}
