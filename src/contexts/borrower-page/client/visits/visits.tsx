import { useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { contactRulesText } from '#text/en/contact-rules.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import { WaitingLines } from '../outcome/waiting-lines.tsx';
import css from '../borrower.module.css';
import visitCss from './visits.module.css';

const rules: Readonly<Record<string, string>> = contactRulesText.rules;
type Visit = WireRow<typeof visits.list>;

/** Visits of a loan, newest first; hidden when there are none. */
export function Visits({ loanId }: { loanId: number }) {
  const reading = useRead(visits.list, { loanId, size: 50 });
  const { data } = reading;
  const waiting = useWaitingOf({ loanId, only: 'visit' });
  const of = statementIn(reading, ({ rows }) => rows);
  return (
    <section className={css.box}>
      <h2>{say.earlier}</h2>
      {(of.state !== 'none' || waiting.length === 0) && (
        <Stated of={of} none={say.none} className={css.none}>
          {() => null}
        </Stated>
      )}
      <ol className={css.outcomes}>
        <WaitingLines of={waiting} />
        {data?.rows.map((visit) => (
          <Row key={visit.id} visit={visit} />
        ))}
      </ol>
    </section>
  );
}

function Row({ visit }: { visit: Visit }) {
  const { at, outcome, lockedTimes, comments, agentName, hasPhoto, id, rule } = visit;
  const distance = distanceWords(visit);
  const [isShown, setShown] = useState(false);
  return (
    <li>
      <span className={css.what}>{say.outcomes[outcome]}</span>
      <span className={css.when}>
        {[momentText(at), agentName, lockedTimes > 1 && say.times(lockedTimes)].filter(Boolean).join(' · ')}
      </span>
      <span className={visitCss.where}>
        <Where visit={visit} />
      </span>
      {distance && <span className={visitCss.where}>{distance}</span>}
      {rule !== null && (
        <span className={css.what}>{say.against(rules[rule] ?? contactRulesText.blocked)}</span>
      )}
      {comments && <q className={css.comment}>{comments}</q>}
      {hasPhoto && !isShown && (
        <button type="button" className={look.plain} onClick={() => setShown(true)}>
          {say.showPhoto}
        </button>
      )}
      {hasPhoto && isShown && (
        <img className={visitCss.shown} src={`/api/visits/${id}/photo`} alt={say.photoOf} />
      )}
    </li>
  );
}

/** Silent for a visit at its address, or of an unclear distance. */
const distanceWords = ({ awayKm, metresFromMet }: Visit): string =>
  [awayKm ? say.away(awayKm) : '', metresFromMet === null ? '' : say.fromMet(metresFromMet)]
    .filter(Boolean)
    .join(' · ');

function Where({ visit: { place, latitude, longitude, accuracy, ageSeconds } }: { visit: Visit }) {
  if (place !== 'found') return say.place[place];
  // Opens the phone's map app; nothing is loaded from third parties here.
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer"
    >
      {say.at(accuracy, ageSeconds)} · {say.map}
    </a>
  );
}
