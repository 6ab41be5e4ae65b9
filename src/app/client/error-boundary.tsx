import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { appText } from '#text/en/app.ts';
import { isOnline } from '#kernel/client/calls/online.ts';
import { Message } from './pages/message.tsx';

interface Broken {
  error?: Error;
}

/** A chunk that is not on the device and cannot be fetched, by what the browsers call it. */
const isMissingChunk = (error: Error): boolean =>
  /dynamically imported module|module script failed|preload CSS/i.test(error.message);

/** A screen that breaks leaves the menus standing; give it a `key` per screen so that moving on mends it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = {};
  static getDerivedStateFromError(error: Error): Broken {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const missing = isMissingChunk(error);
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
