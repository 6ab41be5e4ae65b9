/** Which fields of masters no two rows may share: read from their contracts and from the tables behind their routes. */
import type { Access } from '#kernel/contract/access.ts';
import { metaOf } from '#kernel/contract/field.ts';
import type { Route } from './implement.ts';

/** What a form asks about while somebody types: is it taken? */
export interface UniqueField {
  entity: string;
  field: string;
  table: string;
  column: string;
  /** Whoever may fill one of the forms. */
  can: readonly Access[];
}

export function uniqueFieldsOf(routes: readonly Route[]): UniqueField[] {
  return routes.flatMap(({ endpoint, handle: { master } }) => {
    if (!master) return [];
    const forms = routes
      .map((route) => route.endpoint)
      .filter(({ name }) => [`${master.domain}.create`, `${master.domain}.edit`].includes(name));
    const shape = forms[0]?.takes.shape ?? {};
    return Object.entries(shape).flatMap(([field, schema]) => {
      const column = master.columns[field];
      const isAsked = endpoint.name === `${master.domain}.list` && metaOf(schema)?.unique;
      return isAsked && column
        ? [{ entity: master.domain, field, table: master.table, column, can: forms.map(({ can }) => can) }]
        : [];
    });
  });
}
