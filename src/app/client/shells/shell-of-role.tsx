import type { ComponentType } from 'react';
import { useRef } from 'react';
import { appText } from '#text/en/app.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { CurrentScreen } from '../screens/current-screen.tsx';
import { Keyboard } from '../palette/keyboard.tsx';
import { shellOf } from '#kernel/ui/module.ts';
import { useArrival } from '../guards/use-arrival.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AgentFrame } from './agent-frame.tsx';
import { DeskFrame } from './desk-frame.tsx';
import type { FrameProps } from './frame.ts';
import { PortalFrame } from './portal-frame.tsx';
import css from './shell.module.css';

const frames: Record<ReturnType<typeof shellOf>, ComponentType<FrameProps>> = {
  agent: AgentFrame,
  desk: DeskFrame,
  admin: AdminFrame,
  portal: PortalFrame,
};

/** The signed-in person's shell with the present screen in it. */
export function ShellOfRole() {
  const actor = useActor();
  const content = useRef<HTMLElement>(null);
  useArrival(content);
  const shell = shellOf(actor.roleType);
  const Frame = frames[shell];
  return (
    <div className={css.shell} data-shell={shell}>
      <a className={css.skip} href="#content" onClick={(event) => skipTo(event, content.current)}>
        {appText.skip}
      </a>
      <Frame actor={actor}>
        <main id="content" ref={content} tabIndex={-1} className={css.content}>
          <CurrentScreen />
        </main>
      </Frame>
      <Keyboard />
    </div>
  );
}

/** Without changing the URL, where the screen has its state. */
function skipTo(event: { preventDefault: () => void }, content: HTMLElement | null): void {
  event.preventDefault();
  content?.focus();
}
