/** When a demo is open to the network it speaks TLS by a certificate of its own: phones save nothing without. */
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Certificates, makeCertificates } from './certificates.ts';

const RENEW_MS = 2 * 86_400_000;
const EVERYWHERE = ['0.0.0.0', '::'];

/** The addresses of this machine that a phone in the same network may reach. */
export function officeAddresses(host: string): string[] {
  if (!EVERYWHERE.includes(host))
    return /^\d+(\.\d+){3}$/.test(host) && !host.startsWith('127.') ? [host] : [];
  return Object.values(os.networkInterfaces())
    .flatMap((one) => one ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

function stored(file: string, addresses: readonly string[], now: Date): Certificates | undefined {
  if (!fs.existsSync(file)) return undefined;
  const found = JSON.parse(fs.readFileSync(file, 'utf8')) as Certificates;
  const cert = new X509Certificate(found.cert);
  const isFor = addresses.every((address) => cert.checkIP(address));
  return isFor && Date.parse(cert.validTo) - now.getTime() > RENEW_MS ? found : undefined;
}

/** Those of the last start while they hold, so that a phone is asked once. */
export function ownCertificates(dataDir: string, addresses: readonly string[], now: Date): Certificates {
  const file = path.join(dataDir, 'tls.json');
  const found = stored(file, addresses, now);
  if (found) return found;
  const made = makeCertificates(addresses, now);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}
