/** Pacing replay: a campaign's day next to a simulation with other pacing settings. */
import { type FormEvent, useState } from 'react';
import { pacingModes, pacingReplay } from '#contexts/dialer/contract/live/pacing-replay.ts';
import { pacingReplayText as say } from '#contexts/dialer/text/en/pacing-replay.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { DayInput } from '#kernel/ui/form/inputs/day-input.tsx';
import { typedDay } from '#kernel/ui/form/inputs/typed-day.ts';
import { ListSkeleton, ListState, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { today } from '#kernel/ui/parts/values/format.ts';
import '#kernel/ui/parts/theme/styles.ts';
import css from './replay.module.css';
import { Played } from './played.tsx';

type Campaign = WireRow<typeof pacingReplay.campaigns>;
type Asked = Input<typeof pacingReplay.play>;

export function ReplayScreen() {
  const { get, set } = useUrlState();
  const day = get('day') ?? today(-1);
  const [typed, setTyped] = useState(day);
  const { data, error, refetch } = useRead(pacingReplay.campaigns, { day });
  const chosen = data?.find(({ id }) => String(id) === get('campaign')) ?? data?.[0];
  return (
    <div className={css.page}>
      <header>
        <h1>{say.title}</h1>
        <p>{say.about}</p>
      </header>
      <div className={css.fields}>
        <DayInput
          label={say.day}
          size="md"
          max={today()}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            if (typedDay(next) === next && next <= today()) set({ day: next, campaign: undefined });
          }}
        />
        {data && data.length > 0 && (
          <label>
            {say.campaign}
            <select value={chosen?.id} onChange={({ target }) => set({ campaign: target.value })}>
              {data.map(({ id, name, dials }) => (
                <option key={id} value={id}>
                  {say.calls(name, dials)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {error && !data && <ListTrouble error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton isPhone columns={1} />}
      {data?.length === 0 && <ListState error={null} empty={say.none} onRetry={refetch} />}
      {chosen && <Settings key={`${chosen.id} ${day}`} of={chosen} day={day} />}
    </div>
  );
}

function Settings({ of, day }: { of: Campaign; day: string }) {
  const [asked, setAsked] = useState<Asked>();
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const figure = (name: string): number => Number(form.get(name));
    setAsked({
      id: String(of.id),
      day,
      mode: form.get('mode') === 'progressive' ? 'progressive' : 'predictive',
      maxRatio: figure('maxRatio'),
      targetAbandon: figure('targetAbandon'),
      patienceSeconds: figure('patience'),
    });
  };
  return (
    <>
      <form className={css.fields} onSubmit={send}>
        <label>
          {say.mode}
          <select name="mode" defaultValue={of.mode}>
            {pacingModes.map((mode) => (
              <option key={mode} value={mode}>
                {say.modes[mode]}
              </option>
            ))}
          </select>
        </label>
        <Figure label={say.maxRatio} name="maxRatio" value={of.maxRatio} least={1} most={10} step={1} />
        <Figure
          label={say.targetAbandon}
          name="targetAbandon"
          value={of.targetAbandon}
          least={0.1}
          most={3}
          step={0.1}
        />
        <Figure
          label={say.patience}
          name="patience"
          value={of.patienceSeconds}
          least={1}
          most={10}
          step={1}
        />
        <button type="submit" className={look.main}>
          {say.play}
        </button>
      </form>
      {asked && <Play asked={asked} />}
    </>
  );
}

interface FigureProps {
  label: string;
  name: string;
  value: number;
  least: number;
  most: number;
  step: number;
}
const Figure = ({ label, name, value, least, most, step }: FigureProps) => (
  <label>
    {label}
    <input
      type="number"
      inputMode="decimal"
      name={name}
      defaultValue={value}
      min={least}
      max={most}
      step={step}
      required
    />
  </label>
);

function Play({ asked }: { asked: Asked }) {
  const { data, error, refetch } = useRead(pacingReplay.play, asked, { staleTime: Infinity });
  if (error) return <ListTrouble error={error} onRetry={refetch} />;
  if (!data)
    return (
      <>
        <p role="status">{say.playing}</p>
        <ListSkeleton isPhone columns={1} />
      </>
    );
  return <Played of={data} />;
}
