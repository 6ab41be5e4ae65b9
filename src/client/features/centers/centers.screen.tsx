import { centers } from '#contract/centers.ts';
import { centersText as say } from '#text/en/centers.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { fieldsOf } from '#client/ui/fields.ts';
import { masterScreen } from '#client/ui/master-screen.tsx';

const col = columnsOf(centers.list);
const field = fieldsOf(centers.create);

export const CentersScreen = masterScreen({
  source: centers,
  says: say,
  columns: [
    col.text('name', say.name, { width: 200 }),
    col.of('city', say.city, ({ city }) => city?.name, { width: 150 }),
    col.of('state', say.state, ({ state }) => state?.name, { width: 150 }),
    col.text('centerCode', say.code, { width: 96 }),
    col.text('phone', say.phone, { width: 128 }),
    col.text('address', say.address, { width: 200 }),
  ],
  fields: [
    field.text('name', say.name),
    field.text('centerCode', say.code),
    field.area('address', say.address),
    field.text('landmark', say.landmark),
    field.text('zipcode', say.zipcode),
    field.pick('stateId', say.state),
    field.pick('cityId', say.city, { within: 'stateId' }),
    field.text('phone', say.phone),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
