import { accessRecords } from '#contexts/reporting/contract/access-records.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { pageOfOpened, pageOfSignIns } from './store.ts';

export const accessRoutes = (o: { routes: () => readonly Route[] }): Route[] =>
  implement(accessRecords, {
    list: (query, { tx }) =>
      pageOfOpened(tx, query, (name) => {
        const known = o.routes().find(({ endpoint }) => endpoint.name === name);
        return known?.endpoint.about ?? name;
      }),
    signIns: (query, { tx }) => pageOfSignIns(tx, query),
  });
