import type { UniqueField } from './routes.ts';

/** What a form asks about while somebody types: is it taken? */
export const uniqueFields: readonly UniqueField[] = [
  {
    entity: 'allocation-types',
    field: 'name',
    table: 'allocation_types',
    column: 'name',
    can: { any: ['create_allocation_type', 'update_allocation_type'] },
  },
  {
    entity: 'breaks',
    field: 'name',
    table: 'breaks',
    column: 'name',
    can: { any: ['create_break', 'edit_break'] },
  },
  {
    entity: 'campaigns',
    field: 'name',
    table: 'campaigns',
    column: 'name',
    can: { any: ['add_campaign', 'edit_campaign'] },
  },
  {
    entity: 'centers',
    field: 'name',
    table: 'centers',
    column: 'name',
    can: { any: ['create_centers', 'edit_centers'] },
  },
  {
    entity: 'clients',
    field: 'name',
    table: 'clients',
    column: 'name',
    can: { any: ['add_client', 'edit_client'] },
  },
  {
    entity: 'clients',
    field: 'contactPersonEmail',
    table: 'clients',
    column: 'contact_person_email',
    can: { any: ['add_client', 'edit_client'] },
  },
  {
    entity: 'payment-accounts',
    field: 'name',
    table: 'payment_accounts',
    column: 'name',
    can: 'system-admin',
  },
  {
    entity: 'portfolios',
    field: 'name',
    table: 'portfolios',
    column: 'name',
    can: { any: ['add_portfolio', 'edit_portfolio'] },
  },
  {
    entity: 'roles',
    field: 'name',
    table: 'roles',
    column: 'name',
    can: { any: ['add_role', 'edit_role'] },
  },
  {
    entity: 'templates',
    field: 'name',
    table: 'message_templates',
    column: 'name',
    can: 'upload_communications_file',
  },
  {
    entity: 'users',
    field: 'email',
    table: 'users',
    column: 'email',
    can: { any: ['add_user', 'edit_user'] },
  },
];
