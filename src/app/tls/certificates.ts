/**
 * Certificate of an office demo, from a private CA. The CA is limited to these addresses (name constraints), and its
 * key is discarded after signing, so that it cannot sign anything else.
 */
import { KeyObject, X509Certificate, randomBytes } from 'node:crypto';
import 'reflect-metadata';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';

export interface Certificates {
  /** Of the server, as PEM. */
  key: string;
  cert: string;
  /** CA certificate for phones to trust, as PEM. */
  authority: string;
}

const dayMs = 86_400_000;
const days = 30;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const local = 'localhost';

/** Kinds of names that are not listed would be unconstrained, so both kinds are. */
function nameConstraints(addresses: readonly string[]): x509.Extension {
  const names = [
    new GeneralName({ dNSName: local }),
    ...addresses.map((address) => new GeneralName({ iPAddress: `${address}/32` })),
  ];
  const permittedSubtrees = new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));
  const value = AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
  return new x509.Extension('2.5.29.30', true, value);
}

const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const pemOf = (certificate: x509.X509Certificate): string =>
  new X509Certificate(Buffer.from(certificate.rawData)).toString();

/** For these IPv4 addresses and `localhost`, for 30 days. */
export async function makeCertificates(addresses: readonly string[], now: Date): Promise<Certificates> {
  const [authority, server] = await Promise.all([newKeys(), newKeys()]);
  const name = `Recoup demo ${addresses[0] ?? local} ${randomBytes(3).toString('hex')}`;
  const common = {
    issuer: `CN=${name}`,
    // A phone's clock may be slow.
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + (days - 1) * dayMs),
    signingAlgorithm: algorithm,
    signingKey: authority.privateKey,
  };
  const ofAuthority = await x509.X509CertificateGenerator.create({
    ...common,
    subject: `CN=${name}`,
    publicKey: authority.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      nameConstraints(addresses),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const ofServer = await x509.X509CertificateGenerator.create({
    ...common,
    subject: 'CN=Recoup demo',
    publicKey: server.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: local },
        ...addresses.map((value) => ({ type: 'ip', value }) as const),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const key = KeyObject.from(server.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, cert: pemOf(ofServer), authority: pemOf(ofAuthority) };
}
