/**
 * Simulated PayU: the browser form is signed only partly, and its books are read by verify_payment alone, in PayU's
 * format.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
const usual = { key: 'KEY', salt: 'SALT' };

/** A payment in PayU's books. */
export interface PayuEntry {
  mihpayid: string;
  /** success, failure or pending. */
  status: string;
  /** captured, refunded, bounced, … : not in the signature of a form. */
  unmappedstatus: string;
  amount: string;
  message?: string;
}

/** Browser form. The hash excludes mihpayid and unmappedstatus, as at PayU. */
export function payuForm(
  id: string,
  o: Readonly<Record<string, string>> = {},
  { key, salt } = usual,
): string {
  const form: Record<string, string> = {
    mihpayid: `M${id}`,
    mode: 'UPI',
    status: 'success',
    unmappedstatus: 'captured',
    key,
    txnid: id,
    amount: '321.00',
    productinfo: 'Loan',
    firstname: 'Payer',
    email: 'payer@payments.invalid',
    ...o,
  };
  const told = [salt, form['status'], ...Array<string>(10).fill(''), form['email'], form['firstname']];
  const hash = sha512([...told, form['productinfo'], form['amount'], form['txnid'], form['key']].join('|'));
  return new URLSearchParams({ ...form, hash, ...(o['hash'] && { hash: o['hash'] }) }).toString();
}

export interface FakePayu {
  url: string;
  /** `PAYU_URL` of a server that pays here. */
  config: string;
  books: Map<string, PayuEntry>;
  /** What get_settlement_details answers, by the bank's number. */
  settlements: Map<string, readonly object[]>;
  /** What check_action_status answers, by PayU's number of the payment and of the request. */
  actions: Map<string, Record<string, { action: string; status: string; amt: string }>>;
  /** Orders queried by verify_payment. */
  asked: string[];
  /** No responses while true. */
  isDown: boolean;
  stop(): void;
}

export async function startPayu({ key, salt } = usual): Promise<FakePayu> {
  const fake: FakePayu = {
    url: '',
    config: '',
    books: new Map(),
    settlements: new Map(),
    actions: new Map(),
    asked: [],
    isDown: false,
    stop: () => void server.close(),
  };
  const verified = (form: URLSearchParams): object => {
    const command = form.get('command') ?? '';
    const id = form.get('var1') ?? '';
    if (form.get('hash') !== sha512([key, command, id, salt].join('|')) || form.get('key') !== key)
      return { status: 0, msg: 'Invalid Hash.' };
    if (command === 'get_settlement_details') {
      const settled = fake.settlements.get(id);
      return settled
        ? { status: 1, msg: `${settled.length} transactions settled.`, Txn_details: settled }
        : { status: 0, msg: '0 transactions settled', Txn_details: [] };
    }
    if (command === 'check_action_status')
      return {
        status: 1,
        msg: 'Transaction Fetched Successfully',
        transaction_details: { [id]: fake.actions.get(id) ?? {} },
      };
    const entry = fake.books.get(id);
    fake.asked.push(id);
    if (!entry)
      return {
        status: 0,
        msg: '0 out of 1 Transactions Fetched Successfully',
        transaction_details: { [id]: { mihpayid: 'Not Found', status: 'Not Found' } },
      };
    return {
      status: 1,
      msg: '1 out of 1 Transactions Fetched Successfully',
      transaction_details: {
        [id]: {
          mihpayid: entry.mihpayid,
          request_id: '',
          bank_ref_num: `B${entry.mihpayid}`,
          amt: entry.amount,
          transaction_amount: entry.amount,
          txnid: id,
          additional_charges: '0.00',
          mode: 'UPI',
          status: entry.status,
          unmappedstatus: entry.unmappedstatus,
          error_Message: entry.message ?? 'NO ERROR',
          addedon: '2026-11-20 12:00:00',
        },
      },
    };
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (fake.isDown) return void response.writeHead(503).end();
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(verified(new URLSearchParams(body))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.url = `http://${host}`;
  fake.config = `http://${key}:${salt}@${host}?ask=${encodeURIComponent(fake.url)}`;
  return fake;
}
