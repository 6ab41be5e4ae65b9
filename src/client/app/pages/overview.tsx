import { Link } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { useActor } from '#client/kernel/session.tsx';
import { Icon } from '../icon.tsx';
import { type Section, menuFor, sectionsOf } from '../menu.ts';
import css from './overview.module.css';

/** Every screen they may open, but where they are. */
function useSections(): Section[] {
  const actor = useActor();
  return sectionsOf(menuFor(actor, 'main').filter(({ path }) => path !== '/admin/dashboard'));
}

/** Where an admin arrives: every screen they may open, by group. */
export const Overview = () => (
  <Page title={appText.screens.dashboard} about={appText.overviewAbout} sections={useSections()} />
);

/** The masters an admin may keep. */
export const Masters = () => {
  const masters = useSections().filter(({ group }) => group === 'masters');
  return <Page title={appText.groups.masters} sections={masters.map(({ items }) => ({ items }))} />;
};

function Page({ title, about, sections }: { title: string; about?: string; sections: readonly Section[] }) {
  return (
    <div className={css.overview}>
      <h1>{title}</h1>
      {about && <p className={css.about}>{about}</p>}
      {sections.map(({ group, items }) => (
        <section key={group ?? items[0]?.path}>
          {group && <h2>{appText.groups[group]}</h2>}
          <ul>
            {items.map(({ path, title: label, icon }) => (
              <li key={path}>
                <Link to={path}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
