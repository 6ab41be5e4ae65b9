/** Email about a settlement. */
const amount = (paise: number): string =>
  `Rs. ${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;

export interface Letter {
  message: string;
  applicationId: string;
  customerName: string;
  state: string;
  branchName: string;
  contactNumber: string;
  bkt: string;
  pos: number;
  tos: number;
  settlementAmount: number;
  recoveryOnPos: string;
  waiverOnPos: string;
}
export const settlementMailText = {
  subject: (loan: string, name: string): string => `Settlement of loan ${loan}, ${name}`,
  message: 'Please find the details of the settlement below.',
  body: (l: Letter): string =>
    [
      l.message,
      '',
      `Application Id: ${l.applicationId}`,
      `Customer Name: ${l.customerName}`,
      `State: ${l.state}`,
      `Branch Name: ${l.branchName}`,
      `Contact Number: ${l.contactNumber}`,
      `BKT: ${l.bkt}`,
      `POS: ${amount(l.pos)}`,
      `TOS: ${amount(l.tos)}`,
      `Settlement Amount: ${amount(l.settlementAmount)}`,
      `Recovery On POS: ${l.recoveryOnPos}`,
      `Waiver On POS: ${l.waiverOnPos}`,
    ].join('\n'),
};
