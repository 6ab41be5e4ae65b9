/** What a day was, would be again, and would have been: in all, and hour by hour; and what that assumes. */
import type { pacingReplay } from '#contexts/dialer/contract/live/pacing-replay.ts';
import { pacingReplayText as say } from '#contexts/dialer/text/en/pacing-replay.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import css from './replay.module.css';

type PlayedDay = WireRow<typeof pacingReplay.play>;
type Run = PlayedDay['was'];
type Figures = Pick<Run, 'utilisation' | 'abandons' | 'answers' | 'wait' | 'dials'>;

const number = (n: number): string => n.toLocaleString('en-IN');
const percent = (share: number | null): string =>
  share === null ? say.nothing : `${(share * 100).toFixed(1)} %`;
const seconds = (of: number | null): string => (of === null ? say.nothing : `${of.toFixed(0)} s`);
const lost = ({ abandons, answers }: Figures): number | null => (answers > 0 ? abandons / answers : null);
const abandoned = (of: Figures): string =>
  of.answers > 0 ? say.of(percent(lost(of)), number(of.abandons), number(of.answers)) : say.nothing;

/** Utilisation difference, in percentage points, from which the simulation is unreliable. */
const farApart = 10;

export function Played({ of: { was, again, would, assumes } }: { of: PlayedDay }) {
  const runs = [was, again, would];
  const row = (label: string, words: (of: Run) => string) => ({
    key: label,
    cells: [label, ...runs.map(words)],
  });
  const apart = Math.abs((was.utilisation ?? 0) - (again.utilisation ?? 0)) * 100;
  return (
    <>
      <PlainTable
        isFigures
        label={say.title}
        heads={[say.figure, say.was, say.again, say.would]}
        rows={[
          row(say.utilisation, (run) => percent(run.utilisation)),
          row(say.abandoned, abandoned),
          row(say.wait, (run) => seconds(run.wait)),
          row(say.answers, (run) => number(run.answers)),
          row(say.dials, (run) => number(run.dials)),
        ]}
      />
      <p className={css.told}>
        {say.apart(apart.toFixed(1))} {apart > farApart && <b>{say.far}</b>}
      </p>
      <h2>{say.byHour}</h2>
      <Hours was={was} would={would} />
      <section className={css.told} aria-label={say.assumes}>
        <h2>{say.assumes}</h2>
        <ul>
          <li>{say.assumedRings(number(assumes.rings), number(assumes.talks))}</li>
          <li>{say.assumedAgents}</li>
          <li>{say.assumedLeads}</li>
          <li>{say.assumedMemory}</li>
          {assumes.isCoarse && <li>{say.coarse}</li>}
        </ul>
      </section>
    </>
  );
}

function Hours({ was, would }: Pick<PlayedDay, 'was' | 'would'>) {
  const { heads } = say;
  return (
    <PlainTable
      isFigures
      label={say.byHour}
      heads={[
        heads.hour,
        heads.agents,
        heads.utilisation.was,
        `${say.utilisation}: ${heads.utilisation.would}`,
        heads.abandoned.was,
        `${say.abandoned}: ${heads.abandoned.would}`,
        heads.wait.was,
        `${say.wait}: ${heads.wait.would}`,
      ]}
      rows={was.hours.map((one, i) => {
        const other = would.hours[i];
        return {
          key: one.hour,
          cells: [
            say.hour(one.hour),
            String(one.agents),
            percent(one.utilisation),
            percent(other?.utilisation ?? null),
            percent(lost(one)),
            percent(other ? lost(other) : null),
            seconds(one.wait),
            seconds(other?.wait ?? null),
          ],
        };
      })}
    />
  );
}
