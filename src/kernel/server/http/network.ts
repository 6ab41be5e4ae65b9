/** Network of an address, for rate limits of unauthenticated clients. */
import { isIPv6 } from 'node:net';

/** A phone has an entire IPv6 network: the first half identifies it. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const old = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (old !== undefined) return old;
  const [head = '', tail] = ip.split('::');
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const between = tail === undefined ? [] : Array<string>(8 - start.length - end.length).fill('0');
  return [...start, ...between, ...end]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
