import { encode } from 'uqr';
import { agentCards } from '#contexts/agency/contract/agent-cards.ts';
import { agentCardsText as say } from '#contexts/agency/text/en/agent-cards.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { dayWords } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import page from '../account/account.module.css';
import css from './agent-cards.module.css';
import { tones } from './tones.ts';

/** Cells around the code that every reader expects to be empty. */
const quiet = 4;
function Code({ of }: { of: string }) {
  const { data, size } = encode(of, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * quiet;
  return (
    <svg
      className={css.code}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label={say.scanLabel}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}

function Card({ card }: { card: WireRow<typeof agentCards.own> }) {
  const { photo, name, state, agency, lenders, certificateNumber, validUntil } = card;
  return (
    <>
      {photo === null ? <p data-empty>{say.noPhoto}</p> : <img src={photo} alt={say.photoOf(name)} />}
      <h2>{name}</h2>
      <StatusPill tone={tones[state]}>
        {validUntil === null || state === 'expired' ? say.states[state] : say.until(dayWords(validUntil))}
      </StatusPill>
      <dl>
        <div>
          <dt>{say.agency}</dt>
          <dd>{agency}</dd>
        </div>
        <div>
          <dt>{say.lenders}</dt>
          <dd>{lenders.join(', ') || say.noLenders}</dd>
        </div>
        <div>
          <dt>{say.certificate}</dt>
          <dd>{certificateNumber ?? say.noCertificate}</dd>
        </div>
      </dl>
    </>
  );
}

/** Identity card shown to borrowers: the agent, and a code for public verification. */
export function OwnCardScreen() {
  const { data: card, error, refetch } = useRead(agentCards.own, {});
  const { run, busy } = useAct(agentCards.renewOwn);
  const renew = (): void =>
    void run({}).then(
      () => notice.success(say.renewed),
      (failure: unknown) => notice.error(wordsOf(failure) ?? say.failed),
    );
  return (
    <div className={page.page}>
      <h1>{say.ownTitle}</h1>
      {!card &&
        (error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />)}
      {card && (
        <section className={css.card}>
          <Card card={card} />
          <Code of={card.url} />
          <p>{say.scan}</p>
          <div className={css.acts}>
            <a className={look.plain} href={new URL(card.url).pathname} target="_blank" rel="noreferrer">
              {say.open}
            </a>
            <button type="button" className={look.plain} disabled={busy} onClick={renew}>
              {say.newCode}
            </button>
            <small>{say.newCodeAbout}</small>
          </div>
        </section>
      )}
    </div>
  );
}
