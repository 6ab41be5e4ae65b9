import { contactChannels, complianceRules, ruleKinds } from '#contexts/contact/contract/compliance-rules.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { complianceRulesText as say } from '#contexts/contact/text/en/compliance-rules.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { RuleHistory } from './history.tsx';

type Rule = WireRow<typeof complianceRules.list>;
type Kind = Rule['kind'];
const col = columnsOf(complianceRules.list);
const field = fieldsOf(complianceRules.create);
const filter = filtersOf(complianceRules.list);
const kinds = ruleKinds.map((value) => ({ value, label: say.kinds[value] }));
const is =
  (...wanted: Kind[]) =>
  ({ kind }: Values): boolean =>
    wanted.some((one) => one === kind);

/** Rule as a short text. */
function sentence({ kind, startsAt, endsAt, channel, most, everyDays, holdDays }: Rule): string {
  if (kind === 'hours') return say.hours(startsAt ?? '', endsAt ?? '');
  if (kind === 'cap') return say.cap(say.channels[channel ?? 'any'], most ?? 0, everyDays ?? 1);
  if (kind === 'notice') return say.notice(everyDays ?? 1);
  return kind === 'hold' ? say.hold(holdDays ?? 0) : say.noContact;
}

export const ComplianceRulesScreen = masterScreen({
  source: complianceRules,
  says: say,
  columns: [
    col.text('name', say.name, { width: 280 }),
    col.of('says', say.says, sentence, { width: 220 }),
    col.of('kind', say.kind, ({ kind }) => say.kinds[kind], { width: 130 }),
    col.of('client', say.client, ({ client }) => client?.name ?? say.allClients, { width: 160 }),
    col.of('product', say.product, ({ productType }) => productType ?? say.allProducts, { width: 150 }),
    col.day('fromDay', say.from),
    col.day('untilDay', say.until),
  ],
  filters: [filter('kind', say.kind, { choices: kinds })],
  expand: ({ id }) => <RuleHistory id={id} />,
  fields: [
    field.choice('kind', say.kind, { choices: kinds, fixed: true, initial: 'hours' }),
    field.text('name', say.name),
    field.pick('clientId', say.client),
    field.text('productType', say.product, { hint: say.productHint }),
    field.day('fromDay', say.from),
    field.day('untilDay', say.until, { hint: say.untilHint, required: is('holiday') }),
    field.time('startsAt', say.startsAt, { show: is('hours'), required: is('hours') }),
    field.time('endsAt', say.endsAt, { show: is('hours'), required: is('hours') }),
    field.choice('channel', say.channel, {
      choices: contactChannels.map((value) => ({ value, label: say.channels[value] })),
      show: is('cap'),
      required: is('cap'),
    }),
    field.number('most', say.most, { show: is('cap'), required: is('cap') }),
    field.number('everyDays', say.everyDays, {
      show: is('cap', 'notice'),
      required: is('cap', 'notice'),
      hint: say.daysBefore,
    }),
    field.number('holdDays', say.holdDays, { show: is('hold'), required: is('hold') }),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
