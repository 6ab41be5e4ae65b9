import { localised } from '#text/locale.ts';

export const centersText = localised('centers', {
  title: 'Centers',
  one: 'Center',
  created: 'Center Added Successfully!',
  updated: 'Center Updated Successfully!',
  failed: 'Something went wrong!',
  name: 'Name',
  code: 'Code',
  address: 'Address',
  landmark: 'Landmark',
  zipcode: 'Pin Code',
  state: 'State',
  city: 'City',
  phone: 'Phone',
  active: 'Active',
  empty: 'No centers yet. Add the places your people work from.',
});
