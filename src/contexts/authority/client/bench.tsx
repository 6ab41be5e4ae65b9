/** Policy test: simulates a request, and shows its route. */
import { useState } from 'react';
import { authority } from '#contexts/authority/contract/authority.ts';
import { type AuthorityKind, authorityKinds } from '#contexts/authority/contract/rules.ts';
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { money } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './authority.module.css';

type Answer = WireRow<typeof authority.bench>;
type Station = Answer['stations'][number];
const field = fieldsOf(authority.bench);
const kinds = authorityKinds.map((value) => ({ value, label: say.kinds[value] }));
const isFor =
  (...of: AuthorityKind[]) =>
  ({ kind = 'settlement' }: Values) =>
    of.includes(kind as AuthorityKind);
const settles = { show: isFor('settlement') };
const fields = [
  field.choice('kind', say.kind, { choices: kinds }),
  field.pick('portfolioId', say.portfolio, { hint: say.allClients }),
  field.money('amount', say.amount, { ...settles, required: isFor('settlement') }),
  field.number('waiver', say.waiver, { ...settles, required: isFor('settlement') }),
  field.number('waiverTotal', say.waiverTotal, { hint: say.totalHint, ...settles }),
  field.number('days', say.days, { ...settles, required: isFor('settlement') }),
  field.number('days', say.daysLeft, { show: isFor('hold'), required: isFor('hold') }),
  field.number('count', say.counts.export, { show: isFor('export'), required: isFor('export') }),
  field.number('count', say.counts.reveal, { show: isFor('reveal'), required: isFor('reveal') }),
];

/** Next to the steps it uses. */
export function Bench() {
  const { get, set } = useUrlState();
  return (
    <>
      <button type="button" className={look.plain} onClick={() => set({ bench: 'open' }, 'push')}>
        {say.bench}
      </button>
      {get('bench') && (
        <Sheet title={say.bench} about={say.benchAbout} onClose={() => set({ bench: undefined })}>
          <Case />
        </Sheet>
      )}
    </>
  );
}

function Case() {
  const [start, setStart] = useState<Values>({
    kind: 'settlement',
    amount: '40000',
    waiver: '35',
    days: '120',
    count: '40000',
  });
  const [asked, setAsked] = useState<Input<typeof authority.bench>>();
  // A submitted form is unchanged; each test creates a new one with its input.
  const [times, setTimes] = useState(0);
  const ask = async (given: Record<string, unknown>): Promise<void> => {
    const said = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
    setStart(Object.fromEntries(said.map(([name, value]) => [name, String(value)])));
    setTimes(times + 1);
    setAsked(Object.fromEntries(said) as Input<typeof authority.bench>);
  };
  return (
    <>
      <Form key={times} fields={fields} start={start} submit={say.ask} onSubmit={ask} />
      {asked && <Told asked={asked} />}
    </>
  );
}

const whoIs = ({ isSubstitute, name, person, roleType, people }: Station): string => {
  if (isSubstitute) return say.substituteOf(person ?? say.gone, name);
  return roleType ? say.anyOf(say.roles[roleType], name, people) : say.person(person ?? say.gone, name);
};
const sentence = (station: Station, before: Station | undefined): string =>
  [
    before ? say.later(before.hours, whoIs(station)) : say.atOnce(whoIs(station)),
    station.exceptLine && !station.isSubstitute && say.exceptLineToo,
  ]
    .filter(Boolean)
    .join(' ');

function Told({ asked }: { asked: Input<typeof authority.bench> }) {
  const { data, error, refetch } = useRead(authority.bench, asked, { staleTime: 0 });
  if (error && !data) return <ListTrouble error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton isPhone columns={1} />;
  return (
    <section className={css.told} aria-live="polite">
      <Route of={data} kind={asked.kind} />
    </section>
  );
}

const shown = (limit: string, value: number): string =>
  limit === 'amount' ? money(value) : value.toLocaleString('en-IN');

function Route({ of, kind }: { of: Answer; kind: AuthorityKind }) {
  const { policy, isAlone, aboveMost, most, stations, below } = of;
  const nobody = kind === 'settlement' ? say.nobody : kind === 'account' ? say.aDay : say.aloneNobody;
  if (aboveMost !== null) return <p>{say.aboveMost(String(aboveMost))}</p>;
  if (!policy) return <p>{kind === 'settlement' ? say.noPolicy(String(most)) : say.noPolicyAct}</p>;
  if (isAlone) return <p>{say.alone}</p>;
  return (
    <>
      <p>{say.policies[policy]}</p>
      <ul>
        {below.map(({ name, limit, is, most: upTo }) => (
          <li key={name + limit} data-not="">
            {say.exceeded[limit](name, shown(limit, upTo), shown(limit, is))}
          </li>
        ))}
      </ul>
      {stations.length === 0 ? (
        <p>{nobody}</p>
      ) : (
        <ol>
          {stations.map((station, i) => (
            <li key={`${station.name} ${String(station.isSubstitute)}`}>
              {sentence(station, stations[i - 1])}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
