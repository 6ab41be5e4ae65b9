import { localised } from '#text/locale.ts';

export const portfoliosText = localised('portfolios', {
  title: 'Portfolios',
  one: 'Portfolio',
  created: 'Portfolio added successfully',
  updated: 'Portfolio updated successfully',
  failed: 'Something went wrong',
  portfolio: 'Portfolio',
  name: 'Portfolio Name',
  client: 'Client',
  owner: 'Portfolio Owner',
  contactNumber: 'Contact Number',
  agreementDate: 'Agreement Date',
  commercials: 'Commercials',
  maxWaiver: 'Max Waiver',
  colour: 'Colour',
  hasAutopay: 'Autopay of instalments (UPI)',
  active: 'Active',
  inactive: 'Inactive',
  targets: 'Targets',
  noTargets: 'No targets are set for this portfolio yet.',
  empty: 'No portfolios yet. Add what your clients have handed over.',
});
