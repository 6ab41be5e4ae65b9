import { IconLock, IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { useActorIfAny } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { landingOf } from '../menu.ts';
import { Message } from './message.tsx';
import css from './message.module.css';

/** Link to the home of a signed-in user. */
function WayOn() {
  const actor = useActorIfAny();
  if (!actor || !landingOf(actor)) return null;
  return (
    <Link className={`${look.main} ${css.action}`} to="/">
      {appText.toStart}
    </Link>
  );
}

export const Forbidden = () => (
  <Message picture={IconLock} title={appText.forbidden}>
    <WayOn />
  </Message>
);

export const Missing = () => (
  <Message picture={IconMapQuestion} title={appText.missing}>
    <WayOn />
  </Message>
);
