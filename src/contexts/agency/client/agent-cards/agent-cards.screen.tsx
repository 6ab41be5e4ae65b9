/** Identity cards of all agents, earliest expiry first. */
import { Suspense } from 'react';
import { agentCards, certificateStates } from '#contexts/agency/contract/agent-cards.ts';
import { agentCardsText as say } from '#contexts/agency/text/en/agent-cards.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { CardRule } from './card-rule.tsx';
import { tones } from './tones.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof agentCards.list>;
const col = columnsOf(agentCards.list);
const filter = filtersOf(agentCards.list);
const CardForm = lazy(async () => ({ default: (await import('./card-form.tsx')).CardForm }));

/** Card in the URL, above the list. */
function Opened() {
  const { get, set } = useUrlState();
  const id = get('card');
  const { data } = useRead(agentCards.list, { size: 500 }, { enabled: id !== undefined });
  const card = data?.rows.find((row) => String(row.id) === id);
  if (!card) return null;
  return (
    <Suspense>
      <CardForm key={card.id} card={card} onClose={() => set({ card: undefined })} />
    </Suspense>
  );
}

const pill = ({ state }: Row) => <StatusPill tone={tones[state]}>{say.states[state]}</StatusPill>;

export const AgentCardsScreen = listScreen({
  source: agentCards.list,
  title: say.title,
  empty: say.empty,
  above: CardRule,
  tools: Opened,
  filters: [
    filter('state', say.state, {
      choices: certificateStates.map((value) => ({ value, label: say.states[value] })),
    }),
  ],
  columns: [
    col.text('name', say.name, { pin: 'start', width: 240 }),
    col.text('roleName', say.role),
    col.custom('state', say.state, pill, { text: ({ state }) => say.states[state], width: 190 }),
    col.day('validUntil', say.validUntil, { width: 140 }),
    col.text('certificateNumber', say.certificate, { width: 220 }),
    col.of('photo', say.photo, ({ photo }) => (photo === null ? '' : say.hasPhoto), { width: 120 }),
  ],
  actions: [
    {
      label: say.edit,
      can: agentCards.edit.can,
      when: ({ id }, actor) => id !== actor.id,
      run: ({ id }, set) => set({ card: String(id) }, 'push'),
    },
    {
      label: say.renew,
      run: agentCards.renew,
      input: ({ id }) => ({ id: String(id) }),
      asks: ({ name }) => say.renewAsk(name),
      says: { done: say.renewed },
    },
  ],
  card: (row) => ({
    who: row.name,
    next: (
      <>
        {pill(row)} {[row.roleName, row.validUntil && dayWords(row.validUntil)].filter(Boolean).join(' · ')}
      </>
    ),
  }),
});
