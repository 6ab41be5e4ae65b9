/** Notes what a server reads: each statement of a reader's connection, and whether it is planned by its values. */
import type { Database, Tx } from '../src/kernel/server/database/database.ts';
import type { Fragment } from '../src/kernel/server/database/sql.ts';

export function notingReads(note: (fragment: Fragment, isPlanned: boolean) => void) {
  const noting = (tx: Tx): Tx => {
    const noted = (fragment: Fragment, isPlanned = false): Fragment => {
      note(fragment, isPlanned);
      return fragment;
    };
    return {
      home: tx.home,
      rows: (query) => tx.rows(noted(query)),
      one: (query) => tx.one(noted(query)),
      run: (query) => tx.run(query),
      planned: (query) => tx.planned(noted(query, true)),
    };
  };
  return (database: Database): Database => ({
    ...database,
    async checkoutReader() {
      const { tx, release } = await database.checkoutReader();
      return { tx: noting(tx), release };
    },
    report: (work) => database.report((tx, ageS) => work(noting(tx), ageS)),
  });
}
