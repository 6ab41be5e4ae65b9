import { authoritySteps } from '#contexts/authority/contract/authority-steps.ts';
import {
  type AuthorityKind,
  type LimitName,
  authorityKinds,
  deciderRoles,
  limitsOf,
  stepRolesOf,
} from '#contexts/authority/contract/rules.ts';
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { rupees } from '#kernel/ui/parts/values/format.ts';
import { Bench } from './bench.tsx';

type Row = WireRow<typeof authoritySteps.list>;
const col = columnsOf(authoritySteps.list);
const field = fieldsOf(authoritySteps.create);
const filter = filtersOf(authoritySteps.list);
const kinds = authorityKinds.map((value) => ({ value, label: say.kinds[value] }));
const roles = ({ kind }: Values) =>
  stepRolesOf((kind ?? 'settlement') as AuthorityKind).map((value) => ({ value, label: say.roles[value] }));
const measures = (limit: LimitName) => (values: Record<string, unknown>) =>
  limitsOf[(values['kind'] ?? 'settlement') as AuthorityKind].includes(limit);
const isFor = (kind: AuthorityKind) => (values: Record<string, unknown>) => values['kind'] === kind;
const deciders = { type: deciderRoles.join(',') };

const whoOf = ({ deciderRole, user }: Row): string =>
  deciderRole ? say.roles[deciderRole] : (user?.name ?? '');
const forWhom = ({ client, portfolio }: Row): string =>
  [client?.name ?? say.allClients, portfolio?.name].filter(Boolean).join(' · ');
const upTo = ({ maxWaiver, maxWaiverTotal, maxAmount, maxDays, maxCount }: Row): string =>
  [
    typeof maxWaiver === 'number' && say.waiverUpTo(maxWaiver),
    typeof maxWaiverTotal === 'number' && say.totalUpTo(maxWaiverTotal),
    typeof maxAmount === 'number' && rupees(maxAmount),
    typeof maxDays === 'number' && say.daysUpTo(maxDays),
    typeof maxCount === 'number' && say.countUpTo(maxCount.toLocaleString('en-IN')),
  ]
    .filter(Boolean)
    .join(' · ') || say.noLimit;

export const AuthorityStepsScreen = masterScreen({
  source: authoritySteps,
  says: say,
  tools: Bench,
  columns: [
    col.text('name', say.name, { width: 150 }),
    col.of('kind', say.kind, ({ kind }) => say.kinds[kind], { width: 130 }),
    col.of('upTo', say.limits, upTo, { width: 230 }),
    col.of('who', say.who, whoOf, { width: 130 }),
    col.of('substitute', say.substitute, ({ substitute }) => substitute?.name ?? '', { width: 130 }),
    col.of('forWhom', say.forWhom, forWhom, { width: 190 }),
    col.number('place', say.place),
    col.number('hours', say.hours, { width: 140 }),
  ],
  card: (row) => ({
    who: row.name,
    next: (
      <>
        {[say.kinds[row.kind], whoOf(row), upTo(row)].join(' · ')}
        <br />
        {forWhom(row)}
      </>
    ),
  }),
  filters: [filter('kind', say.kind, { choices: kinds }), filter('clientId', say.client)],
  fields: [
    field.text('name', say.name),
    field.choice('kind', say.kind, { choices: kinds, initial: 'settlement', fixed: true }),
    field.pick('clientId', say.client, { hint: say.forHint }),
    field.pick('portfolioId', say.portfolio, {
      within: 'clientId',
      hint: say.portfolioHint,
      show: ({ clientId }) => Boolean(clientId),
    }),
    field.number('place', say.place, { hint: say.placeHint, initial: '1' }),
    field.choice('deciderRole', say.roleType, {
      choices: roles,
      within: 'kind',
      required: ({ userId }) => !userId,
    }),
    field.pick('userId', say.user, { asks: deciders, show: ({ deciderRole }) => !deciderRole }),
    field.number('maxWaiver', say.maxWaiver, { hint: say.maxWaiverHint, show: measures('waiver') }),
    field.number('maxWaiverTotal', say.maxWaiverTotal, { show: measures('total') }),
    field.money('maxAmount', say.maxAmount, { show: measures('amount') }),
    field.number('maxDays', say.maxDays, { show: isFor('settlement') }),
    field.number('maxDays', say.maxDaysHold, { show: isFor('hold') }),
    field.number('maxCount', say.maxCount.export, { show: isFor('export') }),
    field.number('maxCount', say.maxCount.reveal, { show: isFor('reveal') }),
    field.number('hours', say.hours, { hint: say.hoursHint, initial: '24' }),
    field.pick('substituteId', say.substitute, { asks: deciders, hint: say.substituteHint }),
    field.flag('exceptLine', say.exceptLine),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
