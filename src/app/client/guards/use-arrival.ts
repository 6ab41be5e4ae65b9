import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { screens } from '../screens/screens.ts';

/** On every new screen: its title on the document, the focus at its start, the page at its top. */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef<string>(undefined);
  useEffect(() => {
    const title = screens.find(({ path }) => path === pathname)?.title ?? appText.screens.missing;
    document.title = pathname === '/' ? appText.product : appText.titleOf(title);
    const moved = before.current !== undefined && before.current !== '/' && before.current !== pathname;
    before.current = pathname;
    if (!moved) return;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
