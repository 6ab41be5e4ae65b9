import type { KeyObject } from 'node:crypto';
import type { Made, MadeFile, StartFile } from '#contexts/files/server/export/made-file.ts';
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { evidence } from '#contexts/reporting/contract/evidence.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { dataCopy } from './copy.ts';
import type { Archive } from './archive.ts';
import { type AskedEvidence, type Subject, subjectOf } from './asked.ts';
import { type Pack, evidenceFile } from './file.ts';
import { publishedKey } from './pack.ts';
import { keptOf, mostEvidence } from './rows.ts';

interface Deps {
  key: () => KeyObject;
  sources: () => readonly EvidenceSource[];
  archive: Archive;
}

interface RouteDeps extends Deps {
  startFile: StartFile;
  earlierKeys: () => KeyObject[];
  /** Stores queued access records, so that a pack includes screens opened just before it. */
  flushAccess: () => Promise<void>;
}

/** Archived months relevant to these loans. */
async function monthsOf(tx: Tx, { loans }: Subject['wanted']) {
  const ids = loans.map(({ id }) => id);
  const first = await tx.one<{ since: string }>(
    sql`select min(created_at)::text as since from loans where id = any(${ids})`,
  );
  return { kept: keptOf(ids), since: first?.since ?? 'infinity', most: 10 * mostEvidence };
}

/** Generated directly, or by a job with archived months: reading them needs seconds per million rows. */
async function made(deps: RouteDeps, asked: AskedEvidence, context: Context) {
  await deps.flushAccess();
  const { wanted, tell } = await subjectOf(context.tx, context.actor, asked);
  const means = { key: deps.key(), sources: deps.sources(), months: [] };
  const { bytes, ...pack } = await evidenceFile(context, wanted, means);
  // Read after the rows, so that a month archived meanwhile is not missed.
  const away = await deps.archive.away(context.tx, await monthsOf(context.tx, wanted));
  if (away.length === 0) {
    tell(context.emit, pack);
    return { ...pack, file: bytes.toString('base64') };
  }
  await deps.startFile(context, { type: 'evidence', name: pack.name, asked: { ...asked } });
  return { ...pack, rows: 0 };
}

export const evidenceRoutes = (o: RouteDeps): Route[] =>
  implement(evidence, {
    key: () => {
      const earlier = o.earlierKeys().map(publishedKey);
      return Promise.resolve({ key: publishedKey(o.key()), ...(earlier.length > 0 && { earlier }) });
    },
    make: (asked, context) => made(o, { of: 'borrower', ...asked }, context),
    async copy({ borrowerId }, context) {
      await o.flushAccess();
      return dataCopy(context, borrowerId, o.sources());
    },
    sample: (asked, context) => made(o, { of: 'sample', ...asked }, context),
  });

/** Background version with archived months, with its owner's permissions and loans at run time. */
export const evidenceFiles = (o: Deps & { database: Database; clock: Clock }): MadeFile => ({
  type: 'evidence',
  can: evidence.make.can,
  async make(actor: ServerActor, given, job): Promise<Made> {
    const asked = given as unknown as AskedEvidence;
    if (asked.of === 'sample' && !may(actor, evidence.sample.can)) throw new Failure('FORBIDDEN');
    const { wanted, tell } = await subjectOf(o.database, actor, asked);
    const pack = await o.archive.read(
      await monthsOf(o.database, wanted),
      (tx, months): Promise<Pack> =>
        evidenceFile({ tx, actor, now: o.clock.now() }, wanted, {
          key: o.key(),
          sources: o.sources(),
          months,
        }),
      job,
    );
    return { ...pack, tell: (emit: Emit) => tell(emit, pack) };
  },
});
