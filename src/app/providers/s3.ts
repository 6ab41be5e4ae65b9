import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { localFiles } from './local.ts';
import {
  DamagedFile,
  type FileFacts,
  KeyTaken,
  type PlainStore,
} from '#kernel/server/providers/files/port.ts';

export interface S3Options {
  /** Where it answers, such as `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** `s3://key:secret@host/bucket?region=…`; `s3+http` speaks without TLS, as stores in the same rack do. */
export function optionsIn(address: string): S3Options {
  const url = new URL(address);
  const protocol = url.protocol === 's3+http:' ? 'http' : 'https';
  return {
    endpoint: `${protocol}://${url.host}`,
    bucket: url.pathname.slice(1),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}

/** A link of ours to the store is used at once. */
const seconds = 60;
const noSuchKey = 404;
const exists = 412;

/**
 * Files in a bucket, accessed over links signed for one key, one method and a minute. Uploads are buffered on disk
 * first: their size is checked before they reach the bucket.
 */
export function s3Files(options: S3Options, folder: string): PlainStore {
  const { endpoint, bucket, region, accessKey, secretKey } = options;
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  });
  const gathered = localFiles(folder);

  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}/${key}`);
    url.searchParams.set('X-Amz-Expires', String(seconds));
    const headers = (init.headers ?? {}) as Record<string, string>;
    const signed = await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true } });
    return fetch(signed.url, { ...init, method });
  }
  function refuse(answer: Response, method: string): never {
    throw new Error(`the bucket answered ${answer.status} to ${method}`);
  }
  async function facts(key: string): Promise<FileFacts | undefined> {
    const answer = await ask('HEAD', key);
    if (answer.status === noSuchKey) return undefined;
    if (!answer.ok) refuse(answer, 'HEAD');
    const { headers } = answer;
    return {
      bytes: Number(headers.get('content-length')),
      version: `${headers.get('etag')} ${headers.get('last-modified')}`,
    };
  }
  const has = async (key: string): Promise<boolean> => (await facts(key)) !== undefined;

  return {
    has,
    facts,
    async put(key, body, maxBytes) {
      // Unique per attempt: a file buffered by a killed server is not mistaken for an uploaded one.
      const own = `incoming/${randomUUID()}`;
      const bytes = await gathered.put(own, body, maxBytes);
      try {
        // Not every store supports the header; each supports a check before.
        if (await has(key)) throw new KeyTaken();
        const answer = await ask('PUT', key, {
          headers: { 'If-None-Match': '*' },
          body: await openAsBlob(join(folder, own)),
        });
        if (answer.status === exists) throw new KeyTaken();
        if (!answer.ok) refuse(answer, 'PUT');
      } finally {
        await gathered.remove(own);
      }
      return bytes;
    },
    async get(key) {
      const answer = await ask('GET', key);
      if (answer.status === noSuchKey) throw new DamagedFile(key, 'missing');
      if (!answer.ok || !answer.body) refuse(answer, 'GET');
      return Readable.fromWeb(answer.body as ReadableStream);
    },
    async remove(key) {
      const answer = await ask('DELETE', key);
      if (!answer.ok && answer.status !== noSuchKey) refuse(answer, 'DELETE');
    },
  };
}
