import { Link } from 'react-router-dom';
import { useActor } from '#kernel/client/session/session.tsx';
import { choicesText as say } from '#text/en/choices.ts';
import { homeOf } from '../../list/dropdowns.ts';
import look from '../../parts/sheet/actions.module.css';

/** What to do where a field has no choices yet: the screen that adds them, or who opens it. */
export function NoneYet({ of, within }: { of: string; within: string | undefined }) {
  const home = homeOf(of, within, useActor());
  if (!home) return say.askToAdd;
  return (
    <>
      {say.noneYet}{' '}
      <Link className={look.link} to={home.path}>
        {home.title}
      </Link>
    </>
  );
}
