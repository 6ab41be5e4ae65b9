/** Email about a settlement: content, and sender (document 2, section 5). */
import * as z from 'zod/mini';
import { type Access } from '#kernel/contract/access.ts';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { email, flag, id, ids, key, optional, rupees, text } from '#kernel/contract/field.ts';

const can = 'approve_reject_settlement';
/** Many at once is for team leads alone (G097). */
const mayBulk = { roles: ['tech_lead'], any: [can] } as const satisfies Access;
const most = 500;

const facts = {
  applicationId: text({ max: 60 }),
  customerName: text({ max: 120 }),
  state: text({ max: 80 }),
  branchName: text({ max: 120 }),
  contactNumber: text({ max: 20 }),
  bkt: text({ max: 40 }),
  pos: rupees({ min: 0 }),
  tos: rupees({ min: 0 }),
  settlementAmount: rupees({ min: 0 }),
  recoveryOnPos: text({ max: 20 }),
  waiverOnPos: text({ max: 20 }),
};
const word = z.string();
const amount = rupees();

export const settlementMail = {
  email: endpoint('GET /settlement/email/:id', {
    about: 'Proposed letter to the lender about a settlement.',
    can,
    takes: { id: key('settlements') },
    gives: z.object({
      to: word,
      subject: word,
      message: word,
      applicationId: word,
      customerName: word,
      state: word,
      branchName: word,
      contactNumber: word,
      bkt: word,
      pos: amount,
      tos: amount,
      settlementAmount: amount,
      recoveryOnPos: word,
      waiverOnPos: word,
      emailStatus: z.nullable(z.string()),
    }),
  }),
  sendMail: endpoint('POST /settlement/sent-mail', {
    about: 'Mails the letter about a settlement.',
    can,
    takes: {
      settlementId: id('settlements'),
      customerId: optional(id('borrowers')),
      isCustomizedEmail: optional(flag()),
      /** Attaches the settlement's documents. */
      withDocuments: optional(flag()),
      to: email(),
      cc: email(),
      subject: text({ max: 200, isLine: true }),
      message: text({ max: 5000 }),
      ...facts,
    },
    errors: ['NOT_FOUND', 'TOO_LARGE', 'ADDRESS_NOT_ALLOWED'],
  }),
  bulkMail: endpoint('POST /settlement/bulk-email', {
    about: 'Mails the proposed letters of several settlements.',
    can: mayBulk,
    takes: { ids: ids('settlements', { min: 1, max: most }) },
    gives: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND'],
  }),
};
