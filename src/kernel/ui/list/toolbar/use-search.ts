import { useEffect, useRef, useState } from 'react';

const pause = 300;

/** Search box: debounced, and updated when the URL changes otherwise. */
export function useSearchBox(sent: string, onSearch: (word: string) => void) {
  const [word, setWord] = useState(sent);
  const [known, setKnown] = useState(sent);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (sent !== known) {
    setKnown(sent);
    if (sent !== word.trim()) setWord(sent);
  }
  const type = (text: string): void => {
    setWord(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), pause);
  };
  return { word, type };
}
