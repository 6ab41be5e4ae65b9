import type { TableComments } from '#kernel/server/tables.ts';

export const trunkTables = {
  trunks: {
    is: 'A carrier calls go out by.',
    columns: {
      name: 'Its name, for people.',
      host: 'Where it takes calls.',
      port: 'Port of SIP.',
      username: 'What it registers us under; empty: it knows us by our address.',
      weight: 'Its share of the calls, among those of the same order.',
      channel_limit: 'Calls at once, at most.',
      place: 'Order: the lowest with room is taken.',
      transport: 'udp, tcp or tls.',
      addresses: 'Other addresses, networks or host names it calls from, separated by commas.',
      codecs: 'Codecs in order of preference, separated by commas.',
      calls_per_second: 'Maximum new calls per second; null: unlimited.',
      number_format:
        'How Indian numbers are dialed: as_is, national (10 digits), zero (0 before them), country (91), plus (+91).',
      asserts_identity: 'True: sends the caller ID as P-Asserted-Identity.',
      registers: 'True: the account registers; false: it only authenticates calls.',
      next_call_at:
        'Earliest start of its next call (UTC), after those that are reserved; null: immediately.',
      last_call_at: 'Start of its last call (UTC); null: none yet.',
      rests_until: 'It refused a call: asked last until then (UTC).',
      is_active: 'Calls go out by it.',
    },
  },
  line_health: {
    is: 'Health of a trunk or caller ID: recent results, and whether it is out of service.',
    columns: {
      kind: 'trunk or caller_id.',
      line: 'Id of the trunk (`exchange`: the exchange’s own trunk), or the caller ID.',
      refused_in_row: 'Calls rejected since the last carried one.',
      refused_with:
        'Other line of these calls: the caller ID of a trunk, the trunk of a caller ID; * if they differ.',
      carried_with: 'Other line of the last carried call.',
      carried_at: 'Time of the last carried call (UTC).',
      recent_calls: 'Calls carried in recent minutes, older ones weighted less, as of carried_at.',
      recent_answers: 'Of these, answered.',
      usual_calls: 'Calls carried, the last 2,000 weighing most.',
      usual_answers: 'Of these, answered.',
      evidence: 'Log likelihood ratio that its answer rate has collapsed.',
      out_since: 'Out of service since (UTC); null: in service.',
      out_until: 'Time of the next trial call (UTC); one at a time.',
      why: 'refused (ten rejected calls in a row) or answers (answer rate far below usual).',
      trips: 'Times it was taken out of service, each within a day of the one before.',
      tripped_at: 'Last time it was taken out of service (UTC).',
      last_status: 'SIP status of the last rejected call.',
    },
  },
  line_days: {
    is: 'Daily call results of a trunk or caller ID.',
    columns: {
      kind: 'trunk or caller_id.',
      line: 'As in line_health.',
      day: 'Day in India.',
      calls: 'Calls carried.',
      answered: 'Of these, answered.',
      refused: 'Calls that the carrier rejected.',
      delays: 'Calls with a measured post-dial delay.',
      delay_ms: 'Sum of these delays, milliseconds.',
    },
  },
} satisfies TableComments;
