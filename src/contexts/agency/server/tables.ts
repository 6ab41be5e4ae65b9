import type { TableComments } from '#kernel/server/tables.ts';

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
  agent_cards: {
    is: 'Identity card of a user: certificate, photo, and the code of the public page that confirms it. Everybody has one; added by a trigger on users.',
    columns: {
      user_id: 'Whose card it is.',
      certificate_number: 'Number of the certificate as a debt recovery agent (DRA); null: none.',
      valid_until: 'Last day in India the certificate is valid.',
      photo: 'JPEG of the face; public by the code.',
      code: 'Random part of the address of the public page; a new one makes the old unknown.',
      code_at: 'When the code was made (UTC).',
    },
  },
  agency_rule: {
    is: 'What the agency has decided once for all its people; one row.',
    columns: {
      is_only: 'Always true: there is one row.',
      agency_name: 'Name of the agency on identity cards; empty: Recoup.',
      needs_certificate: 'True: loans go only to people whose certificate is valid.',
    },
  },
  agency_identity: {
    is: 'One row: which agency this is. Phones keep what they hold of one from another that answers at its host.',
    columns: {
      is_only: 'Always true; keeps the table at one row.',
      number: 'Random number, drawn once; a restore, a move and a failover keep it.',
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
      requires_second_factor: 'True: its people set up a second factor before they reach anything else.',
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
      origin: 'The address it was started from; null: started before this was stored.',
      remember: 'True: signed in with "remember me".',
      with_code: 'True: started with a second-factor code, or its user set the factor up in it.',
      must_set_up: 'True: reaches nothing before its user has set up the second factor their role asks for.',
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
  second_factor: {
    is: 'Authenticator app of a user: a code of it is asked for after the password (RFC 6238).',
    columns: {
      user_id: 'Whose it is.',
      secret_sealed: 'The secret, sealed under the key of the installation.',
      confirmed_at: 'When a first code of it was typed (UTC); null: begun, and not asked for.',
      last_step:
        'Step of thirty seconds since 1970 of the last code that was used; codes up to it are used up.',
    },
  },
  recovery_code: {
    is: 'Codes for the day the authenticator app is lost, each good for one sign-in.',
    columns: {
      user_id: 'Whose it is.',
      code_hash: 'HMAC of the code under the key of the installation.',
      used_at: 'When it was used (UTC); null: not yet.',
    },
  },
  sign_in_ticket: {
    is: 'A sign-in between the password and the code of the second factor; no session yet.',
    columns: {
      token_hash: 'SHA-256 of the ticket; the ticket itself is not kept.',
      user_id: 'Whose password was typed.',
      remember: 'True: the session will be one with "remember me".',
    },
  },
  device_key: {
    is: 'Key of the loans a phone keeps offline for its user; worth nothing without the data on that phone.',
    columns: {
      user_id: 'Whose loans they are.',
      device_id: 'The phone.',
      key_sealed: 'The wrapped key, sealed (AES-256-GCM) under a key that is not in the database.',
    },
  },
} satisfies TableComments;
