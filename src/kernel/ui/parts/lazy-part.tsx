/**
 * Lazily loaded components. If the code fails to load, as offline before everything is cached, its area shows the error
 * with a retry; other parts of the page remain.
 */
import {
  Component,
  type ComponentType,
  type ReactNode,
  createElement,
  lazy as lazyInReact,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isMissingPart } from '#kernel/client/app/missing-part.ts';
import { checkOnline, useOnline } from '#kernel/client/calls/online.ts';
import { kitText } from '#text/en/kit.ts';
import look from './sheet/actions.module.css';
import css from './lazy-part.module.css';

interface Broken {
  error?: Error;
}

class PartBoundary extends Component<{ onRetry: () => void; children: ReactNode }, Broken> {
  override state: Broken = {};
  static getDerivedStateFromError(error: Error): Broken {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // A fault of the part itself is for the boundary of the screen.
    if (!isMissingPart(error)) throw error;
    return <MissingPart onRetry={this.props.onRetry} />;
  }
}

function MissingPart({ onRetry }: { onRetry: () => void }) {
  const isOnline = useOnline();
  const wasAway = useRef(false);
  useEffect(() => void checkOnline(), []);
  useEffect(() => {
    if (isOnline && wasAway.current) onRetry();
    wasAway.current = !isOnline;
  }, [isOnline, onRetry]);
  return (
    <div role="alert" className={css.missing} ref={intoView}>
      <p>{kitText.partMissing}</p>
      <button type="button" className={look.plain} onClick={onRetry}>
        {kitText.tryAgain}
      </button>
    </div>
  );
}
/** A part opened by a tap may be below the visible area. */
const intoView = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'nearest' });

/** Like React's `lazy`, which propagates a failed load to the entire screen and never retries. */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let latest = lazyInReact(load);
  return function Part(props: P) {
    const [{ view, attempt }, setView] = useState({ view: latest, attempt: 0 });
    const retry = (): void => {
      latest = lazyInReact(load);
      setView({ view: latest, attempt: attempt + 1 });
    };
    return (
      <PartBoundary key={attempt} onRetry={retry}>
        {createElement(view as ComponentType<P>, props)}
      </PartBoundary>
    );
  };
}
