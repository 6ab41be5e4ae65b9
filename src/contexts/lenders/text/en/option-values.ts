import { localised } from '#text/locale.ts';

export const optionValuesText = localised('option-values', {
  title: 'Dropdowns',
  one: 'Value',
  created: 'Value added successfully',
  updated: 'Value updated successfully',
  failed: 'Something went wrong!',
  empty: 'No values yet. Add the words that people choose from.',
  set: 'List',
  sets: {
    tag: 'Tags',
    paymentMode: 'Payment modes',
    documentCategory: 'Document categories',
    productType: 'Product types',
    rejectionReason: 'Rejection reasons',
  },
  name: 'Name',
  colour: 'Colour',
  active: 'Active',
});
