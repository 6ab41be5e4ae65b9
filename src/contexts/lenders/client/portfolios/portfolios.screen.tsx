import type { WireRow } from '#kernel/contract/endpoint.ts';
import { roleTypes } from '#kernel/contract/access.ts';
import { defaultColour, portfolios } from '#contexts/lenders/contract/portfolios.ts';
import { switchOff } from '#contexts/lenders/contract/switch-off.ts';
import { portfoliosText as say } from '#contexts/lenders/text/en/portfolios.ts';
import { switchOffText } from '#contexts/agency/text/en/switch-off.ts';
import { call } from '#kernel/client/calls/api.ts';
import { beforeOff } from '#kernel/ui/form/before-off.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { ColourTag } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './portfolios.module.css';
import { Targets } from './targets.tsx';

/** Excludes client users as owners. */
const staff = roleTypes.filter((type) => type !== 'client').join(',');
type Portfolio = WireRow<typeof portfolios.list>;
const BeforeOff = beforeOff(async (id) =>
  switchOffText.asks('portfolio', await call(switchOff.hangs, { what: 'portfolio', id: String(id) })),
);
const col = columnsOf(portfolios.list);
const field = fieldsOf(portfolios.create);

const marked = ({ name, colorCode, isActive }: Portfolio) => {
  const state = isActive ? say.active : say.inactive;
  return (
    <span className={css.marked} data-active={isActive}>
      <i role="img" aria-label={state} title={state} />
      <ColourTag colour={colorCode}>{name}</ColourTag>
    </span>
  );
};

export const PortfoliosScreen = masterScreen({
  source: portfolios,
  says: say,
  columns: [
    col.custom('name', say.portfolio, marked, { text: ({ name }) => name, width: 318 }),
    col.of('client', say.client, ({ portfolioClient }) => portfolioClient.name, { width: 130 }),
    col.person('owner', say.owner, { width: 222 }),
    col.text('commercials', say.commercials, { width: 108 }),
    col.day('aggrementDate', say.agreementDate, { width: 145 }),
  ],
  card: ({ name, portfolioClient, owner }) => ({
    who: name,
    much: undefined,
    next: [portfolioClient.name, owner && `${owner.firstName} ${owner.lastName}`].filter(Boolean).join(' · '),
  }),
  fields: [
    field.text('name', say.name),
    field.pick('clientId', say.client),
    field.pick('ownerId', say.owner, { asks: { type: staff } }),
    field.text('contactNumber', say.contactNumber),
    field.day('aggrementDate', say.agreementDate),
    field.area('commercials', say.commercials),
    field.text('maxWavier', say.maxWaiver),
    field.colour('colorCode', say.colour, { initial: defaultColour }),
    field.flag('hasAutopay', say.hasAutopay),
    field.flag('isActive', say.active, { initial: true }),
  ],
  beforeOff: BeforeOff,
  above: ({ targets }) => <Targets of={targets} />,
});
