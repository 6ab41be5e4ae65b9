/** In-page server: responses depend on the state in the URL. */
import type { Case } from './contract.ts';

const first = ['Asha', 'Venkata Subramanya', 'Mohammed', 'Lakshmi', 'Ravi', 'Sai Krishna Chaitanya'];
const last = ['Rao', 'Narasimhacharyulu Ramanathapuram', 'Iyer', 'Kulkarni-Deshpande', 'Khan', 'Das'];
const tags = [
  { name: 'Skip trace', colorCode: '#e8590c' },
  { name: 'Legal', colorCode: '#5f3dc4' },
];
const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;

export const caseAt = (i: number): Case => ({
  id: i + 1,
  name: `${pick(first, i)} ${pick(last, i * 5 + 1)}`,
  number: `LN${String(20_260_000 + i)}`,
  due: i === 2 ? 98_76_54_321.5 : 1_250 * (i + 1) + 0.5,
  paid: i % 3 ? 500 * i : null,
  calls: i % 9,
  promisedOn: i % 4 ? `2026-11-${String(1 + (i % 28)).padStart(2, '0')}` : null,
  changedAt: '2026-11-20T20:05:00Z',
  isHot: i % 5 === 0,
  status: pick(['Open', 'Paid', 'Broken'] as const, i),
  agent: i % 6 ? { firstName: pick(first, i + 1), lastName: pick(last, i) } : null,
  tags: i % 3 ? tags.slice(0, i % 3) : [],
  isDNC: i % 7 === 3,
});

const room = {
  id: 1,
  uId: 'a',
  name: 'Ganga',
  opens: '09:00',
  floor: 'Ground',
  clientId: 2,
  rent: 25_000,
  seats: 12,
  isQuiet: false,
  isActive: true,
  updatedAt: '2026-11-20T10:00:00Z',
};
const rooms = [room, { ...room, id: 2, uId: 'b', name: 'Yamuna', rent: 1_250_000 }];
const wide = (i: number) => ({
  id: i + 1,
  ...Object.fromEntries(Array.from({ length: 18 }, (_, c) => [`c${c}`, `row ${i + 1} col ${c + 1}`])),
});
const json = (status: number, body: object): Response =>
  new Response(JSON.stringify({ statusCode: status, ...body }), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Server-Time': new Date().toISOString() },
  });
const refusal = (status: number, code: string, facts: object = {}): Response =>
  json(status, { code, message: '', facts, requestId: 'f00dfeed-0000-4000-8000-000000000000' });
const clients = Array.from({ length: 12 }, (_, i) => ({ id: i + 1, name: `Lender ${i + 1}` }));

const callLoans = [
  { id: 1, loanNumber: 'SVM10000775', totalOutstanding: 123_456_789.5, dpd: 61, canOpen: true },
  { id: 2, loanNumber: 'SVM10000776', totalOutstanding: 452_000, dpd: 12, canOpen: true },
  { id: 3, loanNumber: 'SVM10000777', totalOutstanding: 98_000, dpd: null, canOpen: false },
];

type View = { uId: string; list: string; name: string } & Record<string, unknown>;
const views: View[] = [
  {
    id: 1,
    uId: '00000000-0000-4000-8000-000000000001',
    list: 'cases.list',
    name: 'Broken first',
    words: { status: 'Broken', sort: '-due', open: 'delete' },
    arrangement: { shown: { tags: false }, widths: { due: 200 } },
    isShared: true,
    isOwn: false,
    by: 'Meera Iyer',
  },
];

/** Views stored by the server, in the page's lifetime. */
function answerViews(method: string, url: URL, body: object): Response {
  const uId = url.pathname.split('/')[3];
  const at = views.findIndex((view) => view.uId === uId);
  if (method === 'GET')
    return json(200, { rows: views.filter(({ list }) => list === url.searchParams.get('list')) });
  if (method === 'DELETE') return json(200, { row: views.splice(at, 1)[0] ?? {} });
  const id = views.length + 1;
  const own = { id, uId: `00000000-0000-4000-8000-00000000000${id}`, isShared: false, isOwn: true, by: 'Me' };
  const made = { ...(views[at] ?? own), ...body } as View;
  if (at < 0) views.push(made);
  else views[at] = made;
  return json(200, { row: made });
}

let reads = 0;
/** Recorded writes, for tests. */
export const sent: { line: string; body: unknown }[] = [];

function casesFor(state: string, query: URLSearchParams): Response | Promise<Response> {
  reads += 1;
  if (state === 'loading') return new Promise(() => undefined);
  if (state === 'error' || (state === 'partial' && reads > 1)) return refusal(500, 'BROKEN');
  if (state === 'forbidden') return refusal(403, 'FORBIDDEN');
  if (state === 'offline' || state === 'unreachable') throw new TypeError('Failed to fetch');
  if (state === 'empty') return json(200, { rows: [], count: 0 });
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('size') ?? 100);
  const q = query.get('q')?.toLowerCase();
  const all = Array.from({ length: 240 }, (_, i) => caseAt(i)).filter(
    ({ name, status }) =>
      (!q || name.toLowerCase().includes(q)) && (!query.get('status') || status === query.get('status')),
  );
  const sum = (key: 'due' | 'paid'): number => all.reduce((total, row) => total + (row[key] ?? 0), 0);
  const summary = { due: sum('due'), paid: sum('paid') };
  return json(200, { rows: all.slice((page - 1) * size, page * size), count: all.length, summary });
}

/** Answers as the server would. */
export async function answer(state: string, method: string, url: URL, body: unknown): Promise<Response> {
  const path = url.pathname.replace('/api', '');
  if (path.startsWith('/list-views')) {
    if (method !== 'GET') sent.push({ line: `${method} ${path}`, body });
    if (state === 'empty') return json(200, { rows: [] });
    return answerViews(method, url, (body ?? {}) as object);
  }
  if (method !== 'GET') {
    sent.push({ line: `${method} ${path}`, body });
    if (state === 'changed' && (body as { updatedAt?: string }).updatedAt === room.updatedAt) {
      rooms[0] = { ...room, name: 'Godavari', seats: 20, updatedAt: '2026-11-20T10:01:00Z' };
      return refusal(409, 'CHANGED_MEANWHILE');
    }
    if (state === 'waits') return refusal(409, 'WAITS_FOR_OTHERS', { people: 'Brijesh Nair' });
    return state === 'refused' ? refusal(409, 'TAKEN') : json(200, { row: room });
  }
  if (path === '/cases') return casesFor(state, url.searchParams);
  if (path === '/rooms')
    return json(200, { rows: state === 'empty' ? [] : rooms, count: state === 'empty' ? 0 : rooms.length });
  if (path === '/clients/dropdown') {
    if (state === 'empty') return json(200, { rows: [] });
    const ids = url.searchParams.get('ids')?.split(',').map(Number);
    const q = url.searchParams.get('q')?.toLowerCase() ?? '';
    const found = clients.filter(({ id, name }) => (ids ? ids.includes(id) : name.toLowerCase().includes(q)));
    return json(200, { rows: found.slice(0, 10) });
  }
  if (path === '/dialer/call-loans' && new URLSearchParams(location.search).get('call') === 'loans')
    return json(200, { rows: callLoans });
  if (path === '/options/validate')
    return json(200, { row: { exists: url.searchParams.get('value')?.toLowerCase() === 'yamuna' } });
  if (path === '/wides') {
    const rows = Array.from({ length: 500 }, (_, i) => wide(i));
    performance.mark('answered');
    return json(200, { rows, count: rows.length });
  }
  const one = rooms.find(({ id }) => path === `/rooms/${id}`);
  return one ? json(200, { row: one }) : refusal(404, 'NOT_FOUND');
}
