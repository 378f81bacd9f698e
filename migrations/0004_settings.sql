-- why: instance-wide settings, projected from the log
-- breaking: no

create table settings (
  name  text primary key,
  value jsonb not null
);
