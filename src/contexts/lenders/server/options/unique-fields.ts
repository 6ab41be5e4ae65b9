/** Unique fields of masters, from their contracts and tables. */
import { metaOf } from '#kernel/contract/field.ts';
import type { Route } from '#kernel/server/http/implement.ts';
import type { UniqueField } from '#kernel/server/slots.ts';

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
