import { centers } from '#contexts/agency/contract/centers.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { offeredCenters } from './store.ts';

export const centerRoutes = implement(centers, {
  ...tableHandlers<typeof centers>({
    domain: 'centers',
    table: 'centers',
    columns: {
      name: 'name',
      centerCode: 'center_code',
      address: 'address',
      landmark: 'landmark',
      zipcode: 'zipcode',
      stateId: 'state_id',
      cityId: 'city_id',
      phone: 'phone',
      isActive: 'is_active',
    },
    label: 'name',
    shows: {
      state: sql`(select jsonb_build_object('name', s.name) from states s where s.id = centers.state_id)`,
      city: sql`(select jsonb_build_object('name', c.name) from cities c where c.id = centers.city_id)`,
    },
    search: ['center_code'],
    contacts: ['phone'],
    async prepare(draft, { tx }, before) {
      if (draft.stateId === undefined && draft.cityId === undefined) return draft;
      const { stateId, cityId } = { ...before, ...draft };
      const isThere = await tx.one(
        sql`select 1 as ok from cities where id = ${cityId} and state_id = ${stateId}`,
      );
      if (!isThere) throw new Failure('INVALID_INPUT', {}, [{ path: 'cityId', fault: 'invalid' }]);
      return draft;
    },
  }),
  dropdown: (asked, { tx }) => offeredCenters(tx, asked),
});
