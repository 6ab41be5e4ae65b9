-- From which address somebody changed something (decision 308). It is sealed where there is one; seals of before hold as they are.
alter table event add column origin text;
create or replace function event_hash(previous bytea, e event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(concat_ws('|', e.id, extract(epoch from e.at), coalesce(e.actor_id, 0), e.type,
    e.domain, coalesce(e.entity_id, 0), e.facts::text, coalesce(e.request_id, ''), e.origin), 'UTF8'))
$$;
