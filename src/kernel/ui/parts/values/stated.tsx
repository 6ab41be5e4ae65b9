import { type ReactNode } from 'react';
import type { Statement } from '#kernel/client/calls/statement.ts';
import { kitText } from '#text/en/kit.ts';

/** Text of a missing value: none, not available offline, could not be loaded; undefined during loading. */
export const absenceWords = (of: Statement<unknown>, none: string): string | undefined => {
  if (of.state === 'none') return none;
  if (of.state === 'away') return kitText.notOffline;
  return of.state === 'failed' ? kitText.notLoaded : undefined;
};

interface Props<T> {
  of: Statement<T>;
  /** The sentence where there is none; without it nothing is drawn. */
  none?: string;
  className?: string | undefined;
  /** While it is read. */
  pending?: ReactNode;
  children: (value: T) => ReactNode;
}

/** A statement as a screen shows it. */
export function Stated<T>({ of, none, className, pending = null, children }: Props<T>) {
  if (of.state === 'known') return children(of.value);
  const words = absenceWords(of, none ?? '');
  if (words === undefined) return pending;
  return words === '' ? null : <p className={className}>{words}</p>;
}
