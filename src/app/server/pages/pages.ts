/** The built console: files compressed at build time, and index.html for every address that is a screen. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import { type FirstPicture, type FirstVisit, type StartFiles, firstPage } from './first-page.ts';

interface Build {
  styleNonce: string;
  version: string;
  start?: StartFiles;
}

/** Metadata of the last build; without a build the API still works. */
export const buildIn = (folder: string): Build | null => {
  const file = join(folder, 'build.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Build) : null;
};

/** Renderer of first pictures; built with the pages. */
async function pictureIn(folder: string): Promise<FirstPicture | undefined> {
  const file = join(folder, 'server', 'first-picture.js');
  if (!existsSync(file)) return undefined;
  const picture = (await import(pathToFileURL(file).href)) as FirstPicture;
  await picture.ready;
  return picture;
}

/** The personal page for signed-in users, where the build has a manifest of files. */
async function ownPage(app: FastifyInstance, folder: string, visit: FirstVisit | undefined) {
  const build = buildIn(folder);
  const file = join(folder, 'index.html');
  if (!build?.start || !visit || !existsSync(file)) return undefined;
  const page = readFileSync(file, 'utf8');
  const { start, styleNonce } = build;
  return firstPage(app, { page, start, styleNonce, picture: await pictureIn(folder) }, visit);
}

const brotli = promisify(brotliCompress);
/** Small enough after a millisecond or two of work. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

/** Sends a personal page: `no-store`. */
async function sendOwn(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  void reply.headers({ 'Cache-Control': 'private, no-store', Vary: 'Accept-Encoding' });
  if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(page);
  return reply.header('Content-Encoding', 'br').send(await brotli(page, { params }));
}

export async function addPages(app: FastifyInstance, folder: string, visit?: FirstVisit): Promise<void> {
  const pageOf = await ownPage(app, folder, visit);
  if (existsSync(join(folder, 'index.html')))
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.map', 'build.json', 'server/**'],
      setHeaders: (reply, path) =>
        void reply.header(
          'Cache-Control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
  app.setNotFoundHandler(async (request, reply) => {
    const { url, method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const isScreen = isRead && !url.startsWith('/api') && !/\.\w+$/.test(url.split('?')[0] ?? '');
    if (!isScreen || !reply.sendFile) throw new Failure('NOT_FOUND');
    void reply.type('text/html; charset=utf-8');
    const own = await pageOf?.(request);
    if (own !== undefined) return sendOwn(request, reply, own);
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
}
