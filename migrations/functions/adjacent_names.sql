-- Returns the paths without extension to which a file may be adjacent. For example, "Films/Subs/Tale.en.srt" is
-- adjacent to "Films/Tale". The paths are:
-- - Each beginning of the file's name, up to a separator. This beginning is combined with the file's own folder and
--   with the two folders above it.
-- - Each beginning of the name of the file's own folder. This beginning is combined only with the two folders above.
-- - The three folders themselves.
create or replace function adjacent_names(path text) returns setof text language sql immutable parallel safe as $$
  with parts as (select string_to_array(path, '/') as p, cardinality(string_to_array(path, '/')) as n),
  names as (
    select p[n - up] as name, array_to_string(p[1:n - down - 1], '/') as folder
    from parts, (values (0, 0), (0, 1), (0, 2), (1, 1), (1, 2)) v(up, down)
    where n - down >= 1
  ),
  beginnings as (
    select folder, name, string_to_array(translate(name, ' _-', '...'), '.') as words from names where name is not null
  )
  select case folder when '' then '' else folder || '/' end || left(name, length(array_to_string(words[1:i], '.')))
    from beginnings, generate_series(1, cardinality(words)) i where words[i] <> ''
  union
  select array_to_string(p[1:n - down], '/') from parts, generate_series(1, 3) down where n - down >= 1
$$;
