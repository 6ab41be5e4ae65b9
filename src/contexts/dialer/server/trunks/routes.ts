/** Endpoints of trunks and of the health of trunks and caller IDs. */
import { isIP } from 'node:net';
import { lines } from '#contexts/dialer/contract/lines.ts';
import { codecNames, trunks } from '#contexts/dialer/contract/trunks.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { tableFor } from '#kernel/server/database/plain-master.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { restoreLine, listLinesToday } from './health.ts';

const invalidField = (path: string): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);
const splitList = (list: string): string[] =>
  list
    .split(/[\s,]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const hostName = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,62}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,62}[a-z\d])?)*$/i;
/** True for an address, a network such as 203.0.113.0/24, or a host name. */
function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (more.length > 0) return false;
  if (bits === undefined) return version !== 0 || hostName.test(address);
  return (
    version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)
  );
}
function addressesIn(text: string): string {
  const all = splitList(text);
  if (!all.every(isAddress)) throw invalidField('addresses');
  return [...new Set(all)].join(',');
}
const codecSet: ReadonlySet<string> = new Set(codecNames);
function codecsIn(text: string): string {
  const all = splitList(text.toLowerCase());
  if (all.length === 0 || !all.every((one) => codecSet.has(one))) throw invalidField('codecs');
  return [...new Set(all)].join(',');
}

const masterRoutes = implement(
  trunks,
  tableHandlers<typeof trunks>({
    ...tableFor(trunks),
    search: ['host'],
    prepare: (draft) => ({
      ...draft,
      ...(typeof draft.addresses === 'string' && { addresses: addressesIn(draft.addresses) }),
      ...(typeof draft.codecs === 'string' && { codecs: codecsIn(draft.codecs) }),
    }),
  }),
);

export const trunkRoutes: Route[] = [
  ...masterRoutes,
  ...implement(lines, {
    today: (_, { tx, now }) => listLinesToday(tx, now),
    async restore({ kind, line }, { tx, emit }) {
      if (!(await restoreLine(tx, kind, line))) throw new Failure('NOT_FOUND');
      emit('lines.restored', { facts: { kind, line } });
      return { isRestored: true };
    },
  }),
];
