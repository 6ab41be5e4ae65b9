/** Columns of each file kind, shared by parser, sample and help (G143). */
import { type FileColumn, customerColumns } from './customer-file.ts';
import type { jobTypes } from './files.ts';
import type { Flag } from '#kernel/contract/flags.ts';

export type JobType = (typeof jobTypes)[number];

const loanNumber: FileColumn = {
  key: 'loanNumber',
  header: 'LOAN NUMBER',
  aliases: ['LOAN NO', 'LOAN ACCOUNT NUMBER'],
  kind: 'loan number',
  required: true,
  isRepeated: true,
  max: 60,
  example: 'RC110000001',
  about: 'A loan of this client that is here already',
};

export const fileColumns: Readonly<Record<JobType, readonly FileColumn[]>> = {
  CUSTOMER_FILE: customerColumns,
  PAYMENT_FILE: [
    loanNumber,
    {
      key: 'transactionId',
      header: 'TRANSACTION ID',
      aliases: ['TRANSACTION NUMBER', 'TRANSACTION NO', 'UTR', 'REFERENCE NUMBER'],
      kind: 'reference',
      received: 'transactionIdReceived',
      required: true,
      canDerive: true,
      max: 100,
      example: 'TXN100000001',
      about: 'The number of the payment; an agent’s entry with the same number is confirmed',
    },
    {
      key: 'amount',
      header: 'AMOUNT',
      aliases: ['PAID AMOUNT', 'PAYMENT AMOUNT'],
      kind: 'amount',
      required: true,
      isPositive: true,
      isReceived: true,
      example: '1,500.00',
      about: 'What was received',
    },
    {
      key: 'paymentDate',
      header: 'PAYMENT DATE',
      aliases: ['PAID ON', 'TRANSACTION DATE'],
      kind: 'date',
      required: true,
      example: '05-11-2025',
      about: 'DD-MM-YYYY, DD/MM/YYYY, YYYY-MM-DD or 5-Apr-25; not in the future',
    },
    {
      key: 'paymentMode',
      header: 'PAYMENT MODE',
      aliases: ['MODE'],
      kind: 'text',
      isSpare: true,
      max: 40,
      example: 'Bank',
      about: 'How it was paid',
    },
  ],
  IMPORT_MESSAGE_FILE: [
    loanNumber,
    {
      key: 'channel',
      header: 'CHANNEL',
      aliases: ['COMMUNICATION TYPE'],
      kind: 'channel',
      example: 'SMS',
      about: 'A channel, such as SMS or WhatsApp; empty means every channel chosen with the file',
    },
    {
      key: 'mobile',
      header: 'MOBILE',
      aliases: ['MOBILE NUMBER', 'MOBILE NO'],
      kind: 'mobile',
      example: '98765 43210',
      about: 'Empty means the loan’s own number',
    },
    {
      key: 'message',
      header: 'MESSAGE',
      aliases: ['TEXT'],
      kind: 'text',
      max: 1000,
      example: 'Your instalment is due on the 5th.',
      about: 'The text; empty means the text of the template chosen for the channel; an IVR call needs none',
    },
  ],
  REASSIGNMENT_FILE: [
    loanNumber,
    {
      key: 'agentEmail',
      header: 'AGENT EMAIL',
      aliases: ['EMAIL', 'ASSIGN TO'],
      kind: 'agent',
      required: true,
      example: 'agent@example.in',
      about: 'Who works the loan from now on',
    },
  ],
  DNC_FILE: [
    loanNumber,
    {
      key: 'mobile',
      header: 'MOBILE',
      aliases: ['MOBILE NUMBER', 'MOBILE NO'],
      kind: 'mobile',
      // Includes landlines: DNC applies to any number.
      isAnyNumber: true,
      example: '98765 43210',
      about: 'The number not to be called; empty means the loan’s own',
    },
    {
      key: 'status',
      header: 'STATUS',
      kind: 'status',
      example: 'Active',
      about: 'Active: do not call; Inactive: may be called; empty means Active',
    },
  ],
  ALLOCATION_TYPE_FILE: [
    loanNumber,
    {
      key: 'allocationType',
      header: 'ALLOCATION TYPE',
      aliases: ['ALLOCATION'],
      kind: 'allocation type',
      required: true,
      example: 'Fresh',
      about: 'The name of an active allocation type',
    },
  ],
};

/** Who may send which kind of file in (G011). */
export const uploadFlags: Readonly<Record<JobType, Flag>> = {
  CUSTOMER_FILE: 'upload_borrower_file',
  PAYMENT_FILE: 'upload_payments_file',
  REASSIGNMENT_FILE: 'upload_borrower_reassign_file',
  IMPORT_MESSAGE_FILE: 'upload_communications_file',
  DNC_FILE: 'list_dnc',
  ALLOCATION_TYPE_FILE: 'upload_borrower_file',
};
