/** The built console: files compressed at build time, and index.html for every address that is a screen. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';

export interface Build {
  styleNonce: string;
  version: string;
}

/** What the last build said of itself; without a build the API still works. */
export const buildIn = (folder: string): Build | null => {
  const file = join(folder, 'build.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Build) : null;
};

export async function addPages(app: FastifyInstance, folder: string): Promise<void> {
  if (existsSync(join(folder, 'index.html')))
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.map', 'build.json'],
      setHeaders: (reply, path) =>
        void reply.header(
          'Cache-Control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
  app.setNotFoundHandler((request, reply) => {
    const { url, method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const isScreen = isRead && !url.startsWith('/api') && !/\.\w+$/.test(url.split('?')[0] ?? '');
    if (!isScreen || !reply.sendFile) throw new Failure('NOT_FOUND');
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
  });
}
