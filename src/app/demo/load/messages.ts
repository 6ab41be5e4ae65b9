/** Messages of the demo agency: one file per lender arrived yesterday and was sent across all channels. */
const files = `
  insert into file_jobs (type, file_name, client_id, portfolio_id, created_by, status, progress_percentage, total_records,
    correct_records, incorrect_records, failed_records, new_loans_count, exist_loans_count, re_active_loans_count, dnc_loans_count,
    created_at, updated_at)
  select 'IMPORT_MESSAGE_FILE', 'reminders-' || lower(split_part(c.name, ' ', 1)) || '.csv', c.id,
    (select min(p.id) from portfolios p where p.client_id = c.id), c.owner_id, 'completed', 100, n.all, n.all, 0, 0, 0, n.all, 0, 0,
    now() - interval '1 day', now() - interval '1 day'
  from clients c cross join lateral (
    select count(*)::int as all from loans l where l.client_id = c.id and l.id <= 10000 and l.id % 4 = 0
      and not l.is_dnc and l.mobile is not null) n
  where c.owner_id is not null and n.all > 0 order by c.id`;

/** A visible number of them; some readers replied. */
const sent = `
  insert into messages (loan_id, channel, mobile, message, status, campaign_name, response_type, job_id, user_id, sent_at,
    fault, created_at, updated_at)
  select m.id, m.channel, m.mobile, m.text, m.status, case when m.channel = 'ivr' then 'Instalment reminder' end,
    case when m.status = 'read' then (array['Ready to Pay', 'Request Call Back', null])[1 + m.id / 16 % 3] end,
    m.job_id, m.created_by, case when m.status <> 'failed' then m.created_at + interval '2 minutes' end,
    case when m.status = 'failed' then 'The number does not exist.' end, m.created_at,
    m.created_at + interval '9 minutes'
  from (
    select l.id, l.mobile, j.id as job_id, j.created_by, j.created_at, x.channel,
      case when x.channel <> 'ivr'
        then 'Dear ' || b.name || ', your instalment is due. Please call us if you need help.' end as text,
      case when l.id / 4 % 11 = 0 then 'failed' when l.id / 4 % 5 = 0 then 'sent'
        when x.channel in ('whatsApp', 'rcs') and l.id / 4 % 2 = 0 then 'read' else 'delivered' end as status
    from loans l join borrowers b on b.id = l.borrower_id
    join file_jobs j on j.client_id = l.client_id and j.type = 'IMPORT_MESSAGE_FILE'
    cross join lateral (select (array['sms', 'whatsApp', 'rcs', 'ivr'])[1 + l.id / 4 % 4] as channel) x
    where l.id <= 10000 and l.id % 4 = 0 and not l.is_dnc and l.mobile is not null) m
  order by m.id`;

const templates = `
  insert into message_templates (channel, name, template_id, message) values
    ('sms', 'Instalment due', '1107161234567890001', 'Dear {{name}}, the instalment of loan {{loanNumber}} is due. Please pay or call us.'),
    ('sms', 'Promise for today', '1107161234567890002', 'Dear {{name}}, you promised to pay today for loan {{loanNumber}}. Thank you.'),
    ('whatsApp', 'payment_reminder', 'payment_reminder_v2', 'Dear {{name}}, your instalment is due. Ready to pay, or shall we call you back?'),
    ('whatsApp', 'settlement_offer', 'settlement_offer_v1', 'Dear {{name}}, there is an offer to settle loan {{loanNumber}}. Shall we call you?'),
    ('ivr', 'Instalment reminder', 'ivr-01', ''),
    ('rcs', 'Due soon', 'rcs-due-soon', 'Dear {{name}}, the instalment of loan {{loanNumber}} is due soon.')`;

export const messagesSent: readonly string[] = [templates, files, sent];
