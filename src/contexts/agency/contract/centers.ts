import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, ids, nullable, object, optional, phone, pincode, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

const named = nullable(object({ name: z.string() }));

/** Centers: offices of the agency's users. */
export const centers = domain('centers', {
  ...master('/centers', {
    called: ['center', 'centers'],
    draft: {
      name: text({ max: 60, unique: true }),
      centerCode: text({ max: 20 }),
      address: text({ max: 250 }),
      landmark: text({ max: 120 }),
      zipcode: pincode(),
      stateId: id('states'),
      cityId: id('cities'),
      phone: phone(),
    },
    // Rows from before there was a list of towns may lack what a new one must have.
    shows: {
      centerCode: z.string(),
      address: z.string(),
      landmark: z.string(),
      zipcode: z.string(),
      stateId: nullable(id('states')),
      cityId: nullable(id('cities')),
      phone: z.string(),
      state: named,
      city: named,
    },
    flags: { list: 'list_centers', create: 'create_centers', edit: 'edit_centers' },
    active: true,
    sorts: ['name', 'centerCode'],
  }),
  dropdown: endpoint('GET /centers/dropdown', {
    about: 'Centers to choose from, by name.',
    can: 'list_center_dropdown',
    takes: { q: optional(text({ max: 100 })), ids: optional(ids()) },
    gives: { id: id(), name: z.string(), cityName: nullable(z.string()), stateName: nullable(z.string()) },
    answer: 'rows',
  }),
});
