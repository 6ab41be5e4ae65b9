import type { Words } from './word.ts';

export const lendersWords: Words = [
  {
    name: 'client',
    is: 'A lender whose loans the agency collects: bank, NBFC, HFC or ARC.',
    not: 'A borrower, nor a program that calls the API.',
    synonyms: ['lender', 'principal', 'bank'],
    table: 'clients',
  },
  {
    name: 'portfolio',
    is: 'A group of loans a lender handed over under one agreement.',
    synonyms: ['book', 'pool'],
    table: 'portfolios',
  },
  {
    name: 'allocation type',
    is: 'A class of loans with targets of its own, such as Fresh, Stab or Flow.',
    not: 'Assignment of a loan to an agent.',
    synonyms: ['allocation'],
    table: 'allocation_types',
  },
  {
    name: 'campaign',
    is: 'Loans of one lender that a group of agents calls with the dialer.',
    synonyms: ['process', 'queue'],
    table: 'campaigns',
  },
  {
    name: 'disposition',
    is: 'The outcome of a contact, from a list the agency keeps.',
    not: 'The outcome of a call, which the telephone network tells.',
    synonyms: ['outcome code', 'feedback code', 'result code'],
    table: 'dispositions',
  },
  {
    name: 'sub-disposition',
    is: 'The reason below a disposition.',
    synonyms: ['reason code'],
    column: 'dispositions.parent_id',
  },
  {
    name: 'option list',
    is: 'Words an administrator keeps for a field: tags, payment modes, product types.',
    synonyms: ['lookup', 'picklist'],
    table: 'option_values',
  },
  {
    name: 'lender portal',
    is: 'The part of the product where a lender decides settlements.',
    synonyms: ['client portal'],
  },
];
