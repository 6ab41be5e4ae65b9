/** Paying by UPI: the address an app opens, and its picture, which is drawn for accounts of ours alone. */
import { upiUri } from '#kernel/contract/uri.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';

interface Payee {
  upiId: string;
  clientName: string;
  loanNumber: string;
}
const signedNames = ['pa', 'pn', 'cu', 'tn'] as const;
type Said = Readonly<Record<string, string | undefined>>;

const canonical = (said: Said): string =>
  JSON.stringify(['upi', ...signedNames.map((name) => said[name] ?? '')]);
const inRupees = (paise: number): string => (paise / 100).toFixed(2);
const textOf = (said: Said, am: string): string => {
  const query = signedNames.map((name) => [name, said[name] ?? ''] as const);
  return upiUri([...query, ['am', am]]);
};

const payeeOf = ({ upiId, clientName, loanNumber }: Payee): Record<(typeof signedNames)[number], string> => ({
  pa: upiId,
  pn: clientName,
  cu: 'INR',
  tn: `Loan ${loanNumber}`,
});

/** Paise; nothing where no amount was typed. */
export const upiAddress = (payee: Payee, amount: number): string =>
  textOf(payeeOf(payee), amount > 0 ? inRupees(amount) : '');

/** Address of a UPI QR picture: the payee is signed, the amount is free. */
export function qrAddress(signer: Signer, payee: Payee, amount: number): string {
  const said = payeeOf(payee);
  const query = { ...said, ...signer.sign(canonical(said)), ...(amount > 0 && { am: inRupees(amount) }) };
  return `/pay/qr?${new URLSearchParams(query)}`;
}

/** The UPI text of a picture; undefined for an unsigned payee or an invalid amount. */
export function qrText(signer: Signer, said: Said): string | undefined {
  const { kid = '', sig = '', am = '' } = said;
  if (!signer.isValid(canonical(said), { kid, sig })) return undefined;
  return am === '' || /^\d{1,9}(\.\d{1,2})?$/.test(am) ? textOf(said, am) : undefined;
}
