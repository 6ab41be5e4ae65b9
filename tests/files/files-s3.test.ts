/** The same files in a bucket, on a server that speaks S3. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { expect, test } from 'vitest';
import { optionsIn, s3Files } from '../../src/app/providers/s3.ts';
import { KeyTaken } from '../../src/kernel/server/providers/files/port.ts';
import { filesOn } from './suite.ts';

const bucket = 'recoup-files';
let folder = '';
let bucketServer: S3rver | undefined;
let address = '';

filesOn({
  async env() {
    folder = await mkdtemp(join(tmpdir(), 'recoup-s3-'));
    bucketServer = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: bucket, configs: [] }],
    });
    const { port } = await bucketServer.run();
    address = `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}`;
    return { FILES_URL: address };
  },
  plain: () => s3Files(optionsIn(address), folder),
  async stop() {
    await bucketServer?.close();
    await rm(folder, { recursive: true, force: true });
  },
});

test('a bucket denying access is an error, and no object remains', async () => {
  const stranger = s3Files(optionsIn(address.replace('//S3RVER:', '//nobody:')), folder);
  const key = 'customer-file/00000000-0000-4000-8000-000000000001';
  await expect(stranger.put(key, Readable.from(['a,b']), 10)).rejects.toThrow('403');
  expect(await s3Files(optionsIn(address), folder).has(key)).toBe(false);
});

test('a file that a killed server gathered and did not upload is uploaded by the next try', async () => {
  const key = 'recording/00000000-0000-4000-8000-000000000002';
  await mkdir(join(folder, 'recording'), { recursive: true });
  await writeFile(join(folder, key), 'half');
  const store = s3Files(optionsIn(address), folder);
  expect(await store.put(key, Readable.from(['whole']), 10)).toBe(5);
  expect(await text(await store.get(key))).toBe('whole');
  await expect(store.put(key, Readable.from(['later']), 10)).rejects.toThrow(KeyTaken);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});
