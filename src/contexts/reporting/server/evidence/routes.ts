import type { KeyObject } from 'node:crypto';
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { evidence } from '#contexts/reporting/contract/evidence.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { dataCopy } from './copy.ts';
import { type AskedEvidence, subjectOf } from './asked.ts';
import { evidenceFile } from './file.ts';
import { publishedKey } from './pack.ts';

interface Deps {
  key: () => KeyObject;
  sources: () => readonly EvidenceSource[];
}

interface RouteDeps extends Deps {
  earlierKeys: () => KeyObject[];
  /** Stores queued access records, so that a pack includes screens opened just before it. */
  flushAccess: () => Promise<void>;
}

async function made(deps: RouteDeps, asked: AskedEvidence, context: Context) {
  await deps.flushAccess();
  const { wanted, tell } = await subjectOf(context.tx, context.actor, asked);
  const means = { key: deps.key(), sources: deps.sources() };
  const { bytes, ...pack } = await evidenceFile(context, wanted, means);
  tell(context.emit, pack);
  return { ...pack, file: bytes.toString('base64') };
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
