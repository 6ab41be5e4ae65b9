/**
 * Certificate of an office demo, from a private CA. The CA is limited to these addresses (name constraints), and its
 * key is discarded after signing, so that it cannot sign anything else.
 */
import {
  type KeyObject,
  X509Certificate,
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { type Der, bits, der, integer, octets, oid, sequence, setOf, time, utf8, yes } from './der.ts';

export interface Certificates {
  /** Of the server, as PEM. */
  key: string;
  cert: string;
  /** CA certificate for phones to trust, as PEM. */
  authority: string;
}

const DAY_MS = 86_400_000;
const DAYS = 30;
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));

const nameOf = (text: string): Der => sequence(setOf(sequence(oid('2.5.4.3'), utf8(text))));
const spki = (key: KeyObject): Der => key.export({ type: 'spki', format: 'der' });
const keyId = (key: KeyObject): Buffer => createHash('sha1').update(spki(key)).digest();
const ofIp = (address: string): Buffer => Buffer.from(address.split('.').map(Number));
const extension = (id: string, value: Der, isCritical = false): Der =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(value));

const LOCAL = Buffer.from('localhost');
const EXACTLY = Buffer.alloc(4, 0xff);

/** Name constraints: kinds of names that are not listed would be unconstrained, so both kinds are. */
const constraints = (addresses: readonly string[]): Der =>
  sequence(
    der(
      0xa0,
      sequence(der(0x82, LOCAL)),
      ...addresses.map((address) => sequence(der(0x87, ofIp(address), EXACTLY))),
    ),
  );

interface Draft {
  issuer: string;
  subject: string;
  key: KeyObject;
  from: Date;
  extensions: readonly Der[];
}

function signed({ issuer, subject, key, from, extensions }: Draft, by: KeyObject): string {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const until = new Date(from.getTime() + DAYS * DAY_MS);
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(subject),
    spki(key),
    der(0xa3, sequence(...extensions)),
  );
  const whole = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, by)));
  return new X509Certificate(whole).toString();
}

/** For these IPv4 addresses and `localhost`, for 30 days. */
export function makeCertificates(addresses: readonly string[], now: Date): Certificates {
  const [authority, server] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  if (!authority || !server) throw new Error('two keys were asked for');
  // A phone's clock may be slow.
  const from = new Date(now.getTime() - DAY_MS);
  const name = `Recoup demo ${addresses[0] ?? 'localhost'} ${randomBytes(3).toString('hex')}`;
  const issuedBy = extension('2.5.29.35', sequence(der(0x80, keyId(authority.publicKey))));
  const ofAuthority = [
    extension('2.5.29.19', sequence(yes, integer(Buffer.from([0]))), true),
    extension('2.5.29.15', bits(Buffer.from([0x04]), 2), true),
    extension('2.5.29.30', constraints(addresses), true),
    extension('2.5.29.14', octets(keyId(authority.publicKey))),
  ];
  const ofServer = [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(der(0x82, LOCAL), ...addresses.map((one) => der(0x87, ofIp(one))))),
    issuedBy,
  ];
  const common = { issuer: name, from };
  return {
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: signed(
      { ...common, subject: 'Recoup demo', key: server.publicKey, extensions: ofServer },
      authority.privateKey,
    ),
    authority: signed(
      { ...common, subject: name, key: authority.publicKey, extensions: ofAuthority },
      authority.privateKey,
    ),
  };
}
