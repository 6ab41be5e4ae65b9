-- Which agency this is, whatever database, cluster or backup of it answers: phones keep what they hold of one agency from
-- another that answers at the same host after it. Backups bring it along; of a backup from before it is made again from
-- who came first, so that it is the same as that of the agency that went on.
create table agency_identity (
  is_only boolean primary key default true check (is_only),
  number bigint not null
);
insert into agency_identity (number) values (coalesce(
  (select ('x' || substr(md5(concat_ws(' ', u_id, extract(epoch from created_at))), 1, 13))::bit(52)::bigint
   from users order by id limit 1),
  floor(random() * 9e15)::bigint));
