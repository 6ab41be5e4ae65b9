import type { TableComments } from '#kernel/server/db/comments/tables.ts';

export const agencyTables = {
  users: {
    is: 'Everybody who signs in: staff of the agency (internal) and people of lenders (external).',
    columns: {
      first_name: 'Given name.',
      last_name: 'Family name.',
      email: 'Signs in with it; unique whatever its case.',
      password_hash: 'Argon2id; null: invited and has not set a password yet.',
      role_id: 'The role; its flags are the permissions.',
      extension_number: 'Telephone extension, unique among active users.',
      dob: 'Date of birth.',
      doj: 'Date of joining.',
      reporting_to: 'The superior; user_below is the transitive closure of it.',
      center_id: 'The center (branch) the user works in.',
      client_id: 'Of a user of the lender portal, the lender; null for staff.',
      user_type: 'internal: staff of the agency; external: a person of a lender or an agency outside.',
      dialer_reference_id: 'Number of the user at an outside dialer, where one is connected.',
    },
  },
  user_below: {
    is: 'Everybody below a person in the hierarchy, the person included; kept by a trigger on users.',
    columns: {
      ancestor_id: 'The superior, at any distance.',
      user_id: 'The person below, or the same person.',
    },
  },
  user_targets: {
    is: 'Collection target of an agent for a month.',
    columns: {
      user_id: 'The agent.',
      year: 'Calendar year in India.',
      month: 'Calendar month, 1 to 12.',
      amount: 'Target in paise.',
    },
  },
  list_views: {
    is: 'Saved view of a list: filters, order and columns under a name.',
    columns: {
      user_id: 'Whose it is; nobody else changes it.',
      list: 'The list, by the name of its endpoint, such as loans.list.',
      words: 'What the address of the list says: filters, search and order, by name.',
      arrangement: 'Columns that are shown, pinned or resized, where they differ from the list itself.',
      is_shared: 'True: everybody below its owner is offered it; of an administrator, everybody.',
    },
  },
  roles: {
    is: 'A role: its type fixes what it sees, its flags what it may do.',
    columns: {
      slug: 'Stable key of the role, unique.',
      role_type:
        'Fixed type: system_admin, admin, manager, supervisor, authorized_officer, tech_lead (team leader), agent, client (lender portal).',
      parent_ids: 'Roles a user of this role may report to.',
      flags: 'Permission flags, as listed in contract/flags.ts.',
    },
  },
  centers: {
    is: 'A center: a branch or office of the agency.',
    columns: {
      center_code: 'Code of the agency for the center.',
      address: 'Postal address.',
      landmark: 'Landmark near it.',
      zipcode: 'PIN code of the post.',
      phone: 'Telephone number of the office.',
      state_id: 'State of India.',
      city_id: 'City, of that state.',
    },
  },
  breaks: {
    is: 'A kind of break an agent can take, such as lunch.',
    columns: { duration: 'Allowed length, HH:MM.' },
  },
  states: { is: 'States and union territories of India.' },
  cities: { is: 'Cities of a state.', columns: { state_id: 'The state it lies in.' } },
  session: {
    is: 'A signed-in browser or phone.',
    columns: {
      token_hash: 'SHA-256 of the cookie; the token itself is not kept.',
      user_id: 'Who is signed in.',
      seen_at: 'Last request (UTC).',
      idle: 'Without a request for this long the session ends.',
      user_agent: 'Browser, as it names itself.',
      remember: 'True: signed in with "remember me".',
    },
  },
  password_link: {
    is: 'One-time links of invitations and forgotten passwords.',
    columns: {
      token_hash: 'SHA-256 of the token in the link.',
      user_id: 'Whose password it sets.',
      purpose: 'invitation or reset.',
      used_at: 'When it was used (UTC); null: not yet.',
    },
  },
  device_key: {
    is: 'Key of the loans a phone keeps offline for its user; worth nothing without the data on that phone.',
    columns: {
      user_id: 'Whose loans they are.',
      device_id: 'The phone.',
      key: 'Wrapped key, base64.',
    },
  },
} satisfies TableComments;
