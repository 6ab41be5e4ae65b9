/** A demo open to the network serves TLS with its certificate: phones store nothing otherwise. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import type { Certificates } from './certificates.ts';

const RENEW_MS = 2 * 86_400_000;
const EVERYWHERE = ['0.0.0.0', '::'];

/** Addresses of this machine reachable from its network. */
export function officeAddresses(host: string): string[] {
  if (!EVERYWHERE.includes(host))
    return /^\d+(\.\d+){3}$/.test(host) && !host.startsWith('127.') ? [host] : [];
  return Object.values(os.networkInterfaces())
    .flatMap((one) => one ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/** A key that does not belong to its certificate would fail at the first phone, not at the start. */
function read(file: string): { found: Certificates; cert: X509Certificate } {
  try {
    const found = JSON.parse(fs.readFileSync(file, 'utf8')) as Certificates;
    const cert = new X509Certificate(found.cert);
    if (cert.checkPrivateKey(createPrivateKey(found.key))) return { found, cert };
  } catch (cause) {
    throw new StartupFailure(startupText.certificatesUnusable(file), { cause });
  }
  throw new StartupFailure(startupText.certificatesUnusable(file));
}

function stored(file: string, addresses: readonly string[], now: Date): Certificates | undefined {
  if (!fs.existsSync(file)) return undefined;
  const { found, cert } = read(file);
  const isFor = addresses.every((address) => cert.checkIP(address));
  return isFor && Date.parse(cert.validTo) - now.getTime() > RENEW_MS ? found : undefined;
}

/** Reuses valid certificates of the last start, so that a phone confirms only once. */
export async function ownCertificates(
  dataDir: string,
  addresses: readonly string[],
  now: Date,
): Promise<Certificates> {
  const file = path.join(dataDir, 'tls.json');
  const found = stored(file, addresses, now);
  if (found) return found;
  // Loaded here: only a demo that is open to the network makes certificates.
  const { makeCertificates } = await import('./certificates.ts');
  const made = await makeCertificates(addresses, now);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeWhole(file, JSON.stringify(made));
  return made;
}
