/** Schemas of settings: the format of environment values. */
import { z } from 'zod/mini';
import { dialerPoints } from '#contexts/dialer/server/engine/engine-parts.ts';
import { isWhole } from './bech32.ts';

const failpointNames = ['before-commit', 'after-commit', ...dialerPoints] as const;
export type Failpoints = Partial<Record<(typeof failpointNames)[number], number>>;

export const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(from), z.maximum(to))),
  );
export const address = (protocol: RegExp) => z.url({ protocol, hostname: /./ });
/** Where browsers connect to, if they do. */
const isSocket = (wss: string | null | undefined): boolean =>
  !wss || /^wss?:$/.test(URL.parse(wss)?.protocol ?? '');
/** With credentials, and templates of dial strings; braces need no escape. */
export const exchangeAddress = z.url({ protocol: /^https?$/ }).check(
  z.regex(/^\w+:\/\/[^:@/]+:[^@/]+@/),
  z.refine((text) => URL.parse(text)?.searchParams.get('trunk')?.includes('{number}') ?? false),
  z.refine((text) => URL.parse(text)?.searchParams.get('phones')?.includes('{extension}') ?? true),
  z.refine((text) => isSocket(URL.parse(text)?.searchParams.get('wss'))),
);
/** Without a host it may name a Unix socket's folder: postgres:///recoup?host=/run/postgresql */
export const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ }).check(z.regex(/^\w+:\/\/.*\/./));
/** An origin only: a path would be lost, because every link starts at the root. */
export const origin = z.pipe(
  address(/^https?$/).check(z.refine((text) => URL.parse(text)?.pathname === '/')),
  z.transform((text) => new URL(text).origin),
);

/** Such as before-commit:0.5,dialer-bridged:1 */
const onePoint = `(${failpointNames.join('|')}):(0\\.\\d+|1)`;
const failpointList = new RegExp(`^${onePoint}(,${onePoint})*$`);

export const failpoints = z.pipe(
  z.string().check(z.regex(failpointList)),
  z.transform((text): Failpoints =>
    Object.fromEntries(text.split(',').map((one) => [one.split(':')[0], Number(one.split(':')[1])])),
  ),
);

/** Backup keys separated by spaces, commas or line breaks, each with its checksum; text after # is a comment. */
export const keysOf = (form: RegExp) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .replaceAll(/#.*$/gm, '')
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ),
    z.array(z.string().check(z.regex(form), z.refine(isWhole))).check(z.minLength(1)),
  );
