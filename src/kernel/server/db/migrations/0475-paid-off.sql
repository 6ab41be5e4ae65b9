-- The moment a loan was paid off, kept by the database: no way of paying, filing or taking back can forget it. What was planned
-- for the loan ends with it, in the same transaction; where the payment goes back, what can be put back safely is.
create function is_paid_off(status text, total bigint) returns boolean language sql immutable parallel safe as $$
  select coalesce(status = 'Settlement Paid' or (status = 'Foreclosure' and total = 0), false) $$;

alter table loans add column paid_off_at timestamptz;

create function note_paid_off() returns trigger language plpgsql as $$
begin
  -- Money came before, and now the lender's file says that nothing is owed.
  if new.total_outstanding = 0 and new.payment_status in ('Partially Paid', 'Amt < 100') then
    new.payment_status := 'Foreclosure';
  end if;
  new.paid_off_at := case when is_paid_off(new.payment_status, new.total_outstanding) then coalesce(old.paid_off_at, now()) end;
  return new;
end $$;
create trigger loan_paid_off before update of payment_status, total_outstanding on loans for each row
  when ((old.payment_status, old.total_outstanding) is distinct from (new.payment_status, new.total_outstanding))
  execute function note_paid_off();

-- The dialer takes this lock, shared, before it dials: a call is dialled before the payment is known, or not at all.
create function withdraw_leads() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7120, hashint8(new.id));
  if new.paid_off_at is not null then
    -- One that is called at this moment is waited for, and decided when its call ends.
    update leads set state = case state when 'queued' then 'blocked' else state end,
        block_reason = case state when 'queued' then 'paid_off' else block_reason end, updated_at = now()
      where loan_id = new.id and state in ('queued', 'claimed', 'dialing');
  else
    -- A call back whose time has passed is nobody's any more; one to come is still promised.
    update leads set state = 'queued', block_reason = null, updated_at = now(),
        callback_at = case when callback_at > now() then callback_at end,
        callback_agent_id = case when callback_at > now() then callback_agent_id end,
        priority = case when callback_at > now() then priority else 0 end,
        not_before = case when callback_at > now() then callback_at else greatest(not_before, now()) end
      where loan_id = new.id and state = 'blocked' and block_reason = 'paid_off';
  end if;
  return null;
end $$;
create trigger loan_paid_off_leads after update on loans for each row
  when ((old.paid_off_at is null) <> (new.paid_off_at is null)) execute function withdraw_leads();

-- Nobody is written to any more, but for receipts. What the carrier has in hand is on its way.
create function withdraw_messages() returns trigger language plpgsql as $$
begin
  update messages set status = 'failed', fault = 'paid_off', due_at = null, updated_at = now()
    where loan_id = new.id and (status = 'stored' or (status = 'queued' and sent_at is null and due_at is not null))
      and purpose in ('bulk', 'payment-link', 'settlement-offer');
  return null;
end $$;
create trigger loan_paid_off_messages after update on loans for each row
  when (old.paid_off_at is null and new.paid_off_at is not null) execute function withdraw_messages();

alter table payment_codes add column is_over boolean not null default false;
create function close_payment_links() returns trigger language plpgsql as $$
begin
  update payment_codes set revoked_at = now(), is_over = true where loan_id = new.id and revoked_at is null and paid_at is null;
  return null;
end $$;
create trigger loan_paid_off_links after update on loans for each row
  when (old.paid_off_at is null and new.paid_off_at is not null) execute function close_payment_links();
