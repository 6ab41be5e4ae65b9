import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFiles } from '../../src/app/providers/check-files.ts';
import { files, jobTypes } from '../../src/contexts/files/contract/files.ts';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import type { PlainStore } from '../../src/kernel/server/providers/files/port.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

/** File stores under test: equal behaviour for every kind. */
export interface Store {
  /** Starts it; answers how the server finds it. */
  env(): Promise<Record<string, string>>;
  /** The bytes as they are, read and changed without the server. */
  plain(server: TestServer): PlainStore;
  stop(): Promise<void>;
}

export function filesOn(store: Store): void {
  let now = Date.now();
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await boot({ clock: { now: () => new Date(now) }, env: await store.env() });
    admin = await server.as('upload_borrower_file');
  });
  afterAll(async () => {
    await server.stop();
    await store.stop();
  });

  const least = 'LOAN NUMBER,BORROWER NAME\n';
  const put = (url: string, body: Uint8Array | string, o: { who?: Caller; headers?: object } = {}) =>
    (o.who ?? admin).fetch(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/csv', ...o.headers },
      body: body as BodyInit,
    });
  const linkFor = (name = 'lender a.csv', who = admin) =>
    who.call(files.uploadLink, { key: name, fileType: 'text/csv' });
  const codeOf = async (answer: Promise<Response>): Promise<string> => {
    const response = await answer;
    return response.ok ? 'accepted' : ((await response.json()) as { code: string }).code;
  };
  const isStored = async (key: string): Promise<boolean> =>
    (await server.database.one(
      sql`select 1 as ok from uploads where key = ${key} and stored_at is not null`,
    )) !== undefined;
  const job = (fileKey: string) => ({ fileKey, type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1 }) as const;

  test('the server names the file; what the caller calls it is only shown', async () => {
    const one = await linkFor('../../etc/passwd .CSV');
    const two = await linkFor('../../etc/passwd .CSV');
    expect(one?.key).toMatch(/^customer-file\/[0-9a-f-]{36}$/);
    expect(one?.key).not.toBe(two?.key);
    expect(one?.url).not.toContain('passwd');
    expect(one?.url).not.toMatch(/\s/);
  });

  test.each(['loans.xlsx', 'loans.csv.exe', 'csv', 'loans.csv '.repeat(30)])(
    '%s gets no link',
    async (name) => {
      const { status, body } = await refusal(linkFor(name));
      expect(status).toBe(422);
      if (name.length < 200)
        expect([body.code, body.message]).toEqual(['NOT_CSV', 'Only .csv files can be uploaded.']);
    },
  );

  test('only text/csv gets a link, and only for who may upload', async () => {
    const zip = refusal(admin.call(files.uploadLink, { key: 'a.csv', fileType: 'application/zip' }));
    expect((await zip).body.code).toBe('NOT_CSV');
    const nobody = await server.as('list_break');
    expect((await refusal(linkFor('a.csv', nobody))).body.code).toBe('FORBIDDEN');
  });

  test('a link takes one file, once', async () => {
    const { url, key } = await linkFor();
    expect((await put(url, least)).status).toBe(200);
    expect(await isStored(key)).toBe(true);
    expect(await codeOf(put(url, 'again'))).toBe('LINK_EXPIRED');
    const { url: copy } = await admin.call(files.readLink, { key });
    expect(await (await admin.fetch(copy)).text()).toBe(least);
  });

  test('of two deliveries at the same moment one is kept', async () => {
    const { url } = await linkFor();
    const codes = await Promise.all([codeOf(put(url, least)), codeOf(put(url, `${least}x`))]);
    expect(codes.sort()).toEqual(['LINK_EXPIRED', 'accepted']);
  });

  test.each<[string, (url: string) => string]>([
    ['another signature', (url) => url.replace(/sig=./, (s) => (s === 'sig=A' ? 'sig=B' : 'sig=A'))],
    ['a later end', (url) => url.replace(/exp=(\d+)/, (_, exp: string) => `exp=${Number(exp) + 1}`)],
    ['another key of ours', (url) => url.replace(/kid=\w+/, 'kid=000000000000')],
    ['another file', (url) => url.replace(/[0-9a-f]{12}\?/, '000000000000?')],
    ['another purpose', (url) => url.replace('customer-file', 'error-file')],
  ])('a link with %s is refused', async (_, forge) => {
    const { url, key } = await linkFor();
    expect(forge(url)).not.toBe(url);
    expect(await codeOf(put(forge(url), least))).toBe('LINK_EXPIRED');
    expect(await isStored(key)).toBe(false);
  });

  test.each([
    '%2e%2e/%2e%2e/x',
    'customer-file/%2e%2e%2f%2e%2e%2fsecret',
    'customer-file/%252e%252e',
    'customer-file/．．／secret',
  ])('a path such as %s leads nowhere', async (path) => {
    const { url } = await linkFor();
    const answer = await put(url.replace(/customer-file\/[0-9a-f-]{36}/, path), least);
    // No such route, or no such name: never a file.
    expect([404, 415, 422]).toContain(answer.status);
  });

  test('links end: five minutes to send, two to read', async () => {
    const { url, key } = await linkFor();
    const late = await linkFor();
    expect((await put(url, least)).status).toBe(200);
    const { url: copy } = await admin.call(files.readLink, { key });
    now += 121_000;
    expect((await admin.fetch(copy)).status).toBe(410);
    now += 180_000;
    expect(await codeOf(put(late.url, least))).toBe('LINK_EXPIRED');
  });

  test('a file is its sender’s: nobody else sends, reads or starts it', async () => {
    const other = await server.as('upload_borrower_file');
    const { url, key } = await linkFor();
    expect(await codeOf(put(url, least, { who: other }))).toBe('LINK_EXPIRED');
    expect((await refusal(admin.call(files.parse, job(key)))).body.code).toBe('FILE_MISSING');
    expect((await refusal(admin.call(files.readLink, { key }))).body.code).toBe('NOT_FOUND');
    expect((await put(url, least)).status).toBe(200);
    expect((await refusal(other.call(files.readLink, { key }))).body.code).toBe('NOT_FOUND');
    expect((await refusal(other.call(files.parse, job(key)))).body.code).toBe('NOT_FOUND');
    const { url: copy } = await admin.call(files.readLink, { key });
    expect((await other.fetch(copy)).status).toBe(410);
    expect((await server.anonymous.fetch(copy)).status).toBe(401);
    const answer = await admin.fetch(copy);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  test.each<[string, object, string]>([
    ['text/html', { 'Content-Type': 'text/html' }, 'NOT_CSV'],
    ['JSON', { 'Content-Type': 'application/json' }, 'NOT_CSV'],
    ['gzip', { 'Content-Encoding': 'gzip' }, 'NOT_JSON'],
  ])('a body of %s is refused', async (kind, headers, code) => {
    const { url, key } = await linkFor();
    const body = kind === 'gzip' ? gzipSync(least) : kind === 'JSON' ? '{}' : least;
    expect(await codeOf(put(url, body, { headers }))).toBe(code);
    expect(await isStored(key)).toBe(false);
    expect((await put(url, least)).status).toBe(200);
  });

  /** Sends without a length, so that only the bytes count. */
  const stream = (url: string, parts: readonly string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const sending = request(server.url + url, {
        method: 'PUT',
        headers: { ...admin.headers, 'Content-Type': 'text/csv', 'Transfer-Encoding': 'chunked' },
      });
      sending.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
      sending.on('error', reject);
      for (const part of parts) sending.write(part);
      sending.end();
    });

  test('what is larger than the link says is refused and removed', async () => {
    const { url, key } = await linkFor();
    // A link with a smaller limit: row and signature must agree, so both are recreated.
    await server.database.run(sql`update uploads set max_bytes = 10 where key = ${key}`);
    expect(await codeOf(put(url, least))).toBe('LINK_EXPIRED');
    const whole = await linkFor();
    const declared = request(server.url + whole.url, {
      method: 'PUT',
      headers: { ...admin.headers, 'Content-Type': 'text/csv', 'Content-Length': String(51 * 1024 * 1024) },
    });
    const status = await new Promise((resolve, reject) => {
      declared.on('response', (answer) => resolve(answer.statusCode));
      declared.on('error', reject);
      declared.flushHeaders();
    });
    declared.destroy();
    expect(status).toBe(413);
    const part = 'x'.repeat(1024 * 1024);
    expect(
      await stream(
        whole.url,
        Array.from({ length: 51 }, () => part),
      ),
    ).toBe(413);
    expect(await isStored(whole.key)).toBe(false);
    expect(await store.plain(server).has(whole.key)).toBe(false);
    expect((await put(whole.url, least)).status).toBe(200);
  });

  test('a job needs the right of its kind and a portfolio of the lender', async () => {
    const { url, key } = await linkFor();
    await put(url, least);
    const foreign = await refusal(admin.call(files.parse, { ...job(key), portfolioId: 2 }));
    expect(foreign.body.fields).toEqual([{ path: 'portfolioId', fault: 'invalid' }]);
    const flagOf: Record<(typeof jobTypes)[number], Flag> = {
      CUSTOMER_FILE: 'upload_borrower_file',
      PAYMENT_FILE: 'upload_payments_file',
      REASSIGNMENT_FILE: 'upload_borrower_reassign_file',
      IMPORT_MESSAGE_FILE: 'upload_communications_file',
      DNC_FILE: 'list_dnc',
      ALLOCATION_TYPE_FILE: 'upload_borrower_file',
    };
    for (const type of jobTypes) {
      const wrong = await server.as(flagOf[type] === 'list_dnc' ? 'upload_payments_file' : 'list_dnc');
      expect((await refusal(wrong.call(files.parse, { ...job(key), type }))).body.code).toBe('FORBIDDEN');
    }
    expect((await admin.call(files.jobs, {})).count).toBe(0);
  });

  test('jobs are seen by who sees their author', async () => {
    const lead = await server.person({ roleType: 'tech_lead', flags: ['upload_borrower_file'] });
    const own = { roleType: 'agent', flags: ['upload_borrower_file'], reportingTo: lead.id } as const;
    const agent = await server.person(own);
    const other = await server.person({ roleType: 'agent', flags: ['upload_borrower_file'] });
    const { url, key } = await linkFor('mine.csv', agent);
    await put(url, least, { who: agent });
    const made = await agent.call(files.parse, job(key));
    expect(made).toMatchObject({
      fileName: 'mine.csv',
      status: 'pending',
      client: { name: 'Asha Microfinance' },
    });
    const id = String(made?.id);
    for (const who of [agent, lead, admin]) {
      expect((await who.call(files.jobs, { q: 'mine' })).rows.map((row) => row.id)).toEqual([made?.id]);
      expect((await who.call(files.job, { id }))?.id).toBe(made?.id);
    }
    expect((await other.call(files.jobs, {})).count).toBe(0);
    expect((await refusal(other.call(files.job, { id }))).body.code).toBe('NOT_FOUND');
    expect((await refusal(other.call(files.job, { id: '999999' }))).body.code).toBe('NOT_FOUND');
  });

  test('a stored file has its length and hash in the database until it is removed', async () => {
    const { key, url } = await linkFor();
    await put(url, `${least}L1,Asha`);
    const stored = await buffer(await store.plain(server).get(key));
    expect(
      await server.database.one(sql`select bytes, sha256, fault from stored_file where key = ${key}`),
    ).toEqual({ bytes: stored.length, sha256: createHash('sha256').update(stored).digest(), fault: null });
  });

  test.each<[string, (bytes: Buffer) => Buffer | undefined]>([
    ['cut to 5 bytes', (bytes) => bytes.subarray(0, 5)],
    [
      'changed in one bit',
      (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
    ],
    ['replaced by a clear file', () => Buffer.from('LOAN NUMBER\nL2')],
    ['missing', () => undefined],
  ])('a file that is %s is refused with a sentence, and served again once it is back', async (_, damage) => {
    const { key, url } = await linkFor();
    await put(url, `${least}L1,Asha`);
    const link = await admin.call(files.readLink, { key });
    const plain = store.plain(server);
    const sound = await buffer(await plain.get(key));
    const replace = async (bytes: Buffer | undefined): Promise<void> => {
      await plain.remove(key);
      if (bytes) await plain.put(key, Readable.from([bytes]), 1_000_000);
    };
    await replace(damage(sound));
    const answer = await admin.fetch(link.url);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('damaged or missing'),
    });
    await replace(sound);
    expect(await (await admin.fetch(link.url)).text()).toBe(`${least}L1,Asha`);
  });

  test('files from before there were hashes get theirs, and unreadable ones are named', async () => {
    const keys: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { key, url } = await linkFor();
      await put(url, `${least}L${i},Asha`);
      keys.push(key);
    }
    const [sound = '', cut = '', lost = ''] = keys;
    await server.database.run(sql`delete from stored_file where key = any(${keys})`);
    const plain = store.plain(server);
    await plain.remove(lost);
    await plain.remove(cut);
    // A clear one: only its record has its length.
    await plain.put(cut, Readable.from(['LOAN']), 100);
    const named: unknown[] = [];
    await checkFiles({
      database: server.database,
      store: plain,
      safe: openSafe({ dataDir: server.folder }),
      log: { warn: (record: unknown) => void named.push(record) },
    });
    expect(
      await server.database.rows(
        sql`select key, fault from stored_file where key = any(${keys}) order by fault`,
      ),
    ).toEqual([
      { key: cut, fault: 'damaged' },
      { key: lost, fault: 'missing' },
      { key: sound, fault: null },
    ]);
    expect(named).toHaveLength(2);
    expect(JSON.stringify(named)).toMatch(/upload \d+ \(customer-file\)/);
    expect((await refusalOf(cut)).code).toBe('FILE_DAMAGED');
  });

  const refusalOf = async (key: string): Promise<{ code: string }> => {
    const { url } = await admin.call(files.readLink, { key });
    return (await (await admin.fetch(url)).json()) as { code: string };
  };
}
