/** What share of a campaign's calls each portfolio gets; editable with the permission to edit campaigns. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { superviseText as say } from '#contexts/dialer/text/en/supervise.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import '#kernel/ui/parts/theme/styles.ts';
import css from './campaign-panel.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

type Shares = readonly WireRow<typeof leads.mix>[];

export function ListMix({ id }: { id: string }) {
  const { data } = useRead(leads.mix, { id });
  const mayChange = useMay()(leads.setMix.can);
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return null;
  const shared = data.filter(({ percent }) => percent > 0);
  return (
    <details className={css.leads}>
      <summary>{say.listMix}</summary>
      {isOpen ? (
        <Change id={id} of={data} onDone={() => setIsOpen(false)} />
      ) : (
        <>
          <p>{shared.length === 0 ? say.noMix : say.mixHint}</p>
          <ul>
            {shared.map(({ portfolioId, name, percent }) => (
              <li key={portfolioId}>
                {name} {say.share(percent)}
              </li>
            ))}
          </ul>
          {mayChange && data.length > 0 && (
            <button
              type="button"
              className={look.plain}
              aria-label={say.changeOf(say.listMix)}
              onClick={() => setIsOpen(true)}
            >
              {say.change}
            </button>
          )}
        </>
      )}
    </details>
  );
}

function Change({ id, of, onDone }: { id: string; of: Shares; onDone: () => void }) {
  const [given, setGiven] = useState<Readonly<Record<number, string>>>(
    Object.fromEntries(
      of.map(({ portfolioId, percent }) => [portfolioId, percent > 0 ? String(percent) : '']),
    ),
  );
  const { run, busy } = useAct(leads.setMix);
  const sum = Object.values(given).reduce((all, one) => all + Number(one || 0), 0);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const shares = Object.entries(given).map(([portfolioId, percent]) => ({
      portfolioId: Number(portfolioId),
      percent: Number(percent || 0),
    }));
    void run({ id, shares }).then(onDone, (error: unknown) =>
      notice.error(wordsOf(error) ?? say.ruleNotSaved),
    );
  };
  return (
    <form className={css.rule} onSubmit={save}>
      {of.map(({ portfolioId, name }) => (
        <TextInput
          key={portfolioId}
          label={say.shareOf(name)}
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          value={given[portfolioId] ?? ''}
          onChange={({ target }) => setGiven({ ...given, [portfolioId]: target.value })}
        />
      ))}
      <p role="status">{say.shareSum(sum)}</p>
      <div className={css.presses}>
        <Button type="submit" loading={busy} {...greyed(sum !== 100 && sum !== 0 && say.shareSum(sum))}>
          {say.saveRule}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {say.leaveRule}
        </Button>
      </div>
    </form>
  );
}
