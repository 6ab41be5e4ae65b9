import { useState } from 'react';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { may } from '#kernel/contract/access.ts';
import { dispositionsText as say } from '#contexts/lenders/text/en/dispositions.ts';
import { kitText } from '#text/en/kit.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { MasterForm } from '#kernel/ui/master/master-form.tsx';
import css from './dispositions.module.css';
import { fieldsFor, spec } from './disposition-form.ts';

/** What may come of a contact with this client's borrowers, and the way to add to it. */
export function DispositionsOfClient({ clientId }: { clientId: number }) {
  const actor = useActor();
  const [isAdding, setAdding] = useState(false);
  const { data, error } = useRead(dispositions.ofClient, { id: String(clientId) });
  const trees = data?.filter(({ parentId }) => parentId === null) ?? [];
  const below = (id: number) => data?.filter(({ parentId }) => parentId === id).map(({ name }) => name) ?? [];
  return (
    <section className={css.panel}>
      <header>
        <h3 id="of-client">{say.ofClient}</h3>
        {may(actor, dispositions.create.can) && (
          <button type="button" className={look.plain} onClick={() => setAdding(true)}>
            {kitText.add(say.one)}
          </button>
        )}
      </header>
      {error && <p className={css.none}>{kitText.failed}</p>}
      {data && trees.length === 0 && <p className={css.none}>{say.noneOfClient}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus */}
      <div role="region" aria-labelledby="of-client" tabIndex={0}>
        <ul>
          {trees.map(({ id, name }) => (
            <li key={id}>
              <strong>{name}</strong>
              {below(id).length > 0 && <span>{below(id).join(', ')}</span>}
            </li>
          ))}
        </ul>
      </div>
      {isAdding && (
        <MasterForm
          spec={{ ...spec, columns: [], fields: fieldsFor(clientId) }}
          id={undefined}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
