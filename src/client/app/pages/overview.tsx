import { Link } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { useActor } from '#client/kernel/session.tsx';
import { Icon } from '../icon.tsx';
import { menuFor, sectionsOf } from '../menu.ts';
import css from './overview.module.css';

/** Where an admin arrives: every screen they may open, by group. */
export function Overview() {
  const actor = useActor();
  const others = menuFor(actor, 'main').filter(({ path }) => path !== '/admin/dashboard');
  return (
    <div className={css.overview}>
      <h1>{appText.screens.dashboard}</h1>
      <p className={css.about}>{appText.overviewAbout}</p>
      {sectionsOf(others).map(({ group, items }) => (
        <section key={group ?? items[0]?.path}>
          {group && <h2>{appText.groups[group]}</h2>}
          <ul>
            {items.map(({ path, title, icon }) => (
              <li key={path}>
                <Link to={path}>
                  <Icon name={icon} />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
