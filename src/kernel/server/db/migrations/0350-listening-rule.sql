-- Whether agents see that a supervisor only listens to them; whoever is heard is always named.
create table listening_rule (
  is_only boolean primary key default true check (is_only),
  is_shown boolean not null default true
);
insert into listening_rule default values;
