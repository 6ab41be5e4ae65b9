/**
 * HTML of a screen with the data of its first paint: session, first rows, and preloads of its files, loaded in
 * parallel instead of in a waterfall. Personal: never cached by browsers or proxies, nor by the service worker.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** Start files from the build. */
export interface StartFiles {
  /** Files of the sign-in page. */
  guest: readonly string[];
  console: readonly string[];
  screens: Readonly<Record<string, readonly string[]>>;
}
/** First-visit data from the application. */
export interface FirstVisit {
  /** The endpoint of the session. */
  access: string;
  /** False for sign-in pages. */
  isFor(path: string): boolean;
  /** What the screen at a path reads first; `who` is the answer of `access`. */
  readsOf(path: string, who: unknown): readonly string[];
  /** The start page of the user's shell. */
  start: string;
}

/** Draws a screen as it will first be seen, from the answers that the page brings. */
export interface FirstPicture {
  /** When what it draws is loaded. */
  ready: Promise<unknown>;
  drawFirst(path: string, answers: Readonly<Record<string, unknown>>): string | undefined;
  firstStyles: string;
}
/** Parts of the page. */
interface Parts {
  /** The page everybody gets. */
  page: string;
  start: StartFiles;
  styleNonce: string;
  picture: FirstPicture | undefined;
}

/** Only top-level navigations: workers, frames and foreign scripts have other headers. */
const isOpened = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  /(?:^|;\s*)(?:__Host-)?sid=/.test(headers.cookie ?? '') &&
  // After an offline sign-out the console closes the session first; its page must not be rendered before.
  !/(?:^|;\s*)left=1/.test(headers.cookie ?? '');

const isStyle = (file: string): boolean => file.endsWith('.css');
const linkOf = (file: string): string =>
  isStyle(file)
    ? `<link rel="stylesheet" href="${file}" />`
    : `<link rel="modulepreload" crossorigin="" href="${file}" />`;

/** Data escaped so that no HTML parser finds the end of its element. */
const embedded = (answers: readonly (readonly [string, string])[]): string =>
  `{${answers.map(([url, body]) => `${JSON.stringify(url)}:${body}`).join(',')}}`.replaceAll('<', '\\u003c');

/** Phones only; elsewhere the console renders soon enough, with another layout. */
const isPhone = ({ headers }: FastifyRequest): boolean =>
  headers['sec-ch-ua-mobile'] === '?1' || /\bMobile\b/.test(headers['user-agent'] ?? '');

/** Undefined where the page everybody gets is the right one. */
export function firstPage(
  app: FastifyInstance,
  { page, start: files, styleNonce, picture }: Parts,
  visit: FirstVisit,
): (request: FastifyRequest) => Promise<string | undefined> {
  const forConsole = files.guest.reduce(
    (html, file) => html.replace(new RegExp(`<link [^>]*href="${file}"[^>]*>`), ''),
    page,
  );
  /** Rendered screen, in the console's root. */
  function drawn(path: string, answers: readonly (readonly [string, string])[], log: FastifyBaseLogger) {
    const bodies = answers.map(([url, body]) => [url, JSON.parse(body) as unknown]);
    let first: string | undefined;
    try {
      first = picture?.drawFirst(path, Object.fromEntries(bodies) as Record<string, unknown>);
    } catch (error) {
      // The console draws it a little later.
      log.error(error, 'A first picture could not be drawn');
    }
    if (!picture || first === undefined) return forConsole;
    return forConsole
      .replace('</head>', () => `<style nonce="${styleNonce}">${picture.firstStyles}</style></head>`)
      .replace('<div id="root">', () => `<div id="root">${first}`);
  }
  return async (request) => {
    if (!isOpened(request)) return undefined;
    const asked = new URL(request.url, 'http://page').pathname;
    if (!visit.isFor(asked)) return undefined;
    const path = asked === '/' ? visit.start : asked;
    const { cookie, host, 'user-agent': userAgent } = request.headers;
    /** Injects the request the page would send, so session, permission and field whitelist apply. */
    const read = async (url: string): Promise<[string, string] | undefined> => {
      const headers = { cookie, host, 'user-agent': userAgent };
      const { statusCode, body } = await app.inject({ url, headers, remoteAddress: request.ip });
      return statusCode === 200 ? [url, body] : undefined;
    };
    const access = await read(visit.access);
    if (!access) return undefined;
    const isBare = !request.url.includes('?');
    const reads = isBare ? visit.readsOf(path, JSON.parse(access[1])) : [];
    const answers = [access, ...(await Promise.all(reads.map(read)))].filter((one) => one !== undefined);
    const needed = [...new Set([...files.console, ...(files.screens[path] ?? [])])];
    // Rendering needs styles, not scripts.
    const links = [...needed.filter(isStyle), ...needed.filter((file) => !isStyle(file))].map(linkOf);
    const html =
      reads.length > 0 && answers.length > reads.length && isPhone(request)
        ? drawn(path, answers, request.log)
        : forConsole;
    return html
      .replace('</head>', () => `${links.join('')}</head>`)
      .replace(
        '</body>',
        () => `<script type="application/json" id="answers">${embedded(answers)}</script></body>`,
      );
  };
}
