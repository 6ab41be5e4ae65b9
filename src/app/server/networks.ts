/** Addresses and networks with commas between; fastify's `trustProxy`. */
import { isIP } from 'node:net';
import { z } from 'zod/mini';

const isNetwork = (text: string): boolean => {
  const [ip = '', prefix, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  return (
    rest.length === 0 &&
    most > 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most))
  );
};
export const networks = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((one) => one.trim())),
  ),
  z.array(z.string().check(z.refine(isNetwork))),
);
