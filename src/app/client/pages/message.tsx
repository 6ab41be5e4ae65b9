import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './message.module.css';

interface MessageProps {
  picture: ComponentType<IconProps>;
  title: string;
  about?: string;
  action?: { label: string; run: () => void };
  children?: ReactNode;
}

/** Page with one message and one action. */
export function Message({ picture: Picture, title, about, action, children }: MessageProps) {
  return (
    <div className={css.message}>
      <span className={css.picture}>
        <Picture size={32} stroke={1.5} aria-hidden="true" />
      </span>
      <h1>{title}</h1>
      {about && <p>{about}</p>}
      {children}
      {action && (
        <button type="button" className={`${look.main} ${css.action}`} onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}
