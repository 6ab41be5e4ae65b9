import { centers } from '#contexts/agency/contract/centers.ts';
import { centersText as say } from '#contexts/agency/text/en/centers.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

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
