import { useEffect, useState } from 'react';

/** The present moment, once a second. */
export function useTick(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Hours, minutes and seconds since a moment. */
export const lasting = (since: string | null, now: number): string =>
  lastingFor(since ? now - Date.parse(since) : 0);

export function lastingFor(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
