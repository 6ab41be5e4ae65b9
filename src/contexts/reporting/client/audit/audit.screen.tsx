import type { WireRow } from '#kernel/contract/endpoint.ts';
import { audit } from '#contexts/reporting/contract/audit.ts';
import { auditText as say, domains } from '#contexts/reporting/text/en/audit.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { kitText } from '#text/en/kit.ts';
import { momentWords } from '#kernel/ui/parts/values/format.ts';
import { ChainPanel } from './chain-panel.tsx';

type Row = WireRow<typeof audit.list>;
const col = columnsOf(audit.list);
const filter = filtersOf(audit.list);

const whoOf = ({ actorName }: Row): string => actorName ?? say.system;
const whatOf = ({ domain, what }: Row): string => `${say.domainName(domain)} · ${what.replaceAll('-', ' ')}`;
const changesOf = ({ changes }: Row): string =>
  changes
    .map(({ field, before, after }) =>
      before === null
        ? say.set(fieldWords(field), valueWords(after))
        : say.change(fieldWords(field), valueWords(before), valueWords(after)),
    )
    .join(' · ');

/** Readable `isActive`; its values are not translated, like field names. */
const fieldWords = (field: string): string => {
  const words = field.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return words.replace(/^is /u, '').replace(/^\p{L}/u, (first) => first.toUpperCase());
};
const valueWords = (value: string | null): string =>
  value === 'true' ? kitText.yes : value === 'false' ? kitText.no : (value ?? say.nothing);

/** Who changed which setting, person or right, newest first; with the marks by which it can be believed. */
export const AuditScreen = listScreen({
  source: audit.list,
  title: say.title,
  empty: say.empty,
  above: ChainPanel,
  export: exportOf('audit'),
  actions: [
    {
      label: say.restore,
      run: audit.restore,
      input: ({ id }) => ({ id: String(id) }),
      when: ({ mayRestore }) => mayRestore,
      asks: (row) => say.restoreAsk(row.name ?? say.domainName(row.domain), changesOf(row)),
      says: { done: say.restored },
    },
  ],
  columns: [
    col.moment('at', say.at, { pin: 'start' }),
    col.of('actor', say.actor, whoOf),
    col.of('domain', say.domain, whatOf, { width: 200 }),
    col.of('name', say.name, ({ name }) => name ?? '', { width: 140 }),
    col.of('changes', say.changes, changesOf, { width: 360 }),
    col.of('from', say.from, ({ from }) => from ?? '', { width: 130 }),
  ],
  filters: [
    filter('domain', say.domain, {
      choices: Object.entries(domains).map(([value, label]) => ({ value, label })),
    }),
    filter('userIds', say.user),
    filter('startDate', say.date, { until: 'endDate' }),
  ],
  card: (row) => ({
    who: row.name ?? whatOf(row),
    next: [row.name && whatOf(row), changesOf(row), whoOf(row), momentWords(row.at), row.from]
      .filter(Boolean)
      .join(' · '),
  }),
});
