import { useEffect, useState } from 'react';

const aMinute = 60_000;

/** Hours of contact open and close, and call backs come due, while the page is visible. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), aMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
