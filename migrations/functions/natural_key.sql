-- Returns a sort key for a name. Each number is padded to eight digits, so that "Volume 2" comes before "Volume 10".
create or replace function natural_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(name, '(\d+)', '00000000\1', 'g'), '0*(\d{8,})', '\1', 'g')
$$;
