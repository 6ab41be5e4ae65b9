import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { appText } from '#text/en/app.ts';
import { isMissingPart } from '#kernel/client/app/missing-part.ts';
import { isOnline } from '#kernel/client/calls/online.ts';
import { Message } from '../pages/message.tsx';

interface Broken {
  error?: Error;
}

/** A failing screen leaves the menus usable; set a `key` per screen so that navigation resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = {};
  static getDerivedStateFromError(error: Error): Broken {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const missing = isMissingPart(error);
    return (
      <Message
        picture={missing ? IconCloudOff : IconAlertTriangle}
        title={missing && !isOnline() ? appText.notReached : appText.broken}
        about={missing ? appText.chunkMissing : appText.brokenAbout}
        action={{ label: appText.reload, run: () => window.location.reload() }}
      />
    );
  }
}
