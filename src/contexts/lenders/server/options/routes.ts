import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';
import { options } from '#contexts/lenders/contract/options.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { UniqueField } from '#kernel/server/slots.ts';
import { name, sql } from '#kernel/server/database/sql.ts';
import { citiesOf, statesOf, wordsInLoans } from './store.ts';

/** Of the export types those that are built are offered. */
export const optionRoutes = (fields: () => readonly UniqueField[], built: readonly string[]): Route[] =>
  implement(options, {
    async validate({ entity, field, value, exceptId }, { tx, actor }) {
      const asked = fields().find((f) => f.entity === entity && f.field === field);
      if (!asked) throw new Failure('INVALID_INPUT', {}, [{ path: 'entity', fault: 'invalid' }]);
      if (!asked.can.some((can) => may(actor, can))) throw new Failure('FORBIDDEN');
      const taken = await tx.one(sql`
        select 1 as ok from ${name(asked.table)}
        where lower(${name(asked.column)}) = lower(${value.trim()}) and id is distinct from ${exceptId ?? null}`);
      return { exists: taken !== undefined };
    },
    states: (asked, { tx }) => statesOf(tx, asked),
    cities: ({ id, ...asked }, { tx }) => citiesOf(tx, id, asked),
    clientStates: ({ id }, { tx, actor }) => wordsInLoans(tx, actor, id, 'state'),
    clientCities: ({ id }, { tx, actor }) => wordsInLoans(tx, actor, id, 'city'),
    clientProductTypes: ({ id }, { tx, actor }) => wordsInLoans(tx, actor, id, 'product'),
    exportTypes: async (_, { actor }) =>
      exportTypes
        .filter(({ id, can }) => built.includes(id) && may(actor, can))
        .map(({ id, name: label }) => ({ id, name: label })),
  });
