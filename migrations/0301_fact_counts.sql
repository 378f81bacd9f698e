-- why: the number of items with each codec, camera, genre or other listed fact, so that completing such a value does not have to count items
-- breaking: no

-- The columns whose values are counted. They are the columns of `listedFact` in filters/sources.ts. See count_fact.
create table counted_facts (
  table_name  text not null,
  column_name text not null,
  primary key (table_name, column_name)
);

-- Triggers maintain these counts. Readers sum the rows that their viewer may see.
create table fact_counts (
  -- The table and the column, such as `video_facts.video_codec`.
  field      text not null,
  value      text collate "C" not null,
  library_id uuid not null,
  kind       item_kind not null,
  is_nsfw    boolean not null,
  n          bigint not null,
  constraint fact_counts_key primary key (field, value, library_id, kind, is_nsfw)
);

create function count_facts() returns trigger language plpgsql as $$
declare
  v_rows    text;
  v_values  text;
  v_changes boolean;
begin
  if tg_op = 'TRUNCATE' then
    delete from fact_counts where starts_with(field, tg_table_name || '.');
    return null;
  end if;
  v_rows := case tg_op when 'INSERT' then 'added a' when 'DELETE' then 'removed b'
    else 'added a join removed b on b.item_id = a.item_id' end;
  select string_agg(format('(%L, %s, %s)', c.table_name || '.' || c.column_name,
    case tg_op when 'DELETE' then 'null::text' else format('a.%I', c.column_name) end,
    case tg_op when 'INSERT' then 'null::text' else format('b.%I', c.column_name) end), ', ')
  into v_values from counted_facts c where c.table_name = tg_table_name;
  if v_values is null then return null; end if;
  v_rows := format('%s cross join lateral (values %s) x(field, value_now, value_before)', v_rows, v_values);
  execute format('select exists (select from %s where x.value_now is distinct from x.value_before)', v_rows) into v_changes;
  if not v_changes then return null; end if;

  -- Until this transaction ends, the items must not move to another library, and no group may hide them.
  execute format('select from items v where v.id in (select item_id from %I) order by v.id for share',
    case tg_op when 'DELETE' then 'removed' else 'added' end);
  execute format('insert into fact_counts as c (field, value, library_id, kind, is_nsfw, n)
    select x.field, d.value, v.library_id, v.kind, v.is_nsfw, sum(d.d)
    from %s join items v on v.id = %s.item_id
      cross join lateral (values (x.value_now, 1), (x.value_before, -1)) d(value, d)
    where x.value_now is distinct from x.value_before and d.value is not null
    group by 1, 2, 3, 4, 5 having sum(d.d) <> 0 order by 1, 2, 3, 4, 5
    on conflict on constraint fact_counts_key do update set n = c.n + excluded.n',
    v_rows, case tg_op when 'DELETE' then 'b' else 'a' end);
  return null;
end $$;

-- Updates the counts when items appear, disappear, or change a column by which they are counted.
create function count_facts_of_items() returns trigger language plpgsql as $$
declare
  v_items  text;
  v_counts record;
begin
  if tg_op = 'TRUNCATE' then
    delete from fact_counts;
    return null;
  elsif tg_op = 'INSERT' then
    v_items := 'select id, library_id, kind, is_nsfw, 1 as d from added';
  elsif tg_op = 'DELETE' then
    v_items := 'select id, library_id, kind, is_nsfw, -1 as d from removed';
  else
    if not exists (
      select from added a join removed b on b.id = a.id
      where (a.library_id, a.kind, a.is_nsfw) is distinct from (b.library_id, b.kind, b.is_nsfw)
    ) then
      return null;
    end if;
    v_items := 'select a.id, x.library_id, x.kind, x.is_nsfw, x.d from added a join removed b on b.id = a.id
      cross join lateral (values (a.library_id, a.kind, a.is_nsfw, 1), (b.library_id, b.kind, b.is_nsfw, -1))
        x(library_id, kind, is_nsfw, d)
      where (a.library_id, a.kind, a.is_nsfw) is distinct from (b.library_id, b.kind, b.is_nsfw)';
  end if;
  for v_counts in
    select c.table_name, string_agg(format('(%L, k.%I)', c.table_name || '.' || c.column_name, c.column_name), ', ') as pairs
    from counted_facts c group by 1 order by 1
  loop
    execute format('insert into fact_counts as c (field, value, library_id, kind, is_nsfw, n)
      select x.field, x.value, v.library_id, v.kind, v.is_nsfw, sum(v.d)
      from (%s) v join %I k on k.item_id = v.id cross join lateral (values %s) x(field, value)
      where x.value is not null
      group by 1, 2, 3, 4, 5 having sum(v.d) <> 0 order by 1, 2, 3, 4, 5
      on conflict on constraint fact_counts_key do update set n = c.n + excluded.n',
      v_items, v_counts.table_name, v_counts.pairs);
  end loop;
  return null;
end $$;

create trigger items_facts_insert after insert on items
  referencing new table as added for each statement execute function count_facts_of_items();
create trigger items_facts_update after update on items
  referencing new table as added old table as removed for each statement execute function count_facts_of_items();
create trigger items_facts_delete after delete on items
  referencing old table as removed for each statement execute function count_facts_of_items();
create trigger items_facts_truncate after truncate on items
  for each statement execute function count_facts_of_items();

-- Starts counting the values of a text column in a table of facts. Counts the current items, and from now on all
-- changes.
create function count_fact(p_table text, p_column text) returns void language plpgsql as $$
begin
  if not exists (select from counted_facts where table_name = p_table) then
    execute format('create trigger %s_count_insert after insert on %I
      referencing new table as added for each statement execute function count_facts()', p_table, p_table);
    execute format('create trigger %s_count_update after update on %I
      referencing new table as added old table as removed for each statement execute function count_facts()', p_table, p_table);
    execute format('create trigger %s_count_delete after delete on %I
      referencing old table as removed for each statement execute function count_facts()', p_table, p_table);
    execute format('create trigger %s_count_truncate after truncate on %I
      for each statement execute function count_facts()', p_table, p_table);
  end if;
  insert into counted_facts (table_name, column_name) values (p_table, p_column);
  execute format('insert into fact_counts (field, value, library_id, kind, is_nsfw, n)
    select %L, k.%I, v.library_id, v.kind, v.is_nsfw, count(*) from %I k join items v on v.id = k.item_id
    where k.%I is not null group by 2, 3, 4, 5', p_table || '.' || p_column, p_column, p_table, p_column);
end $$;

select count_fact('video_facts', 'container'), count_fact('video_facts', 'video_codec'), count_fact('video_facts', 'audio_codec'),
  count_fact('audio_facts', 'genre'), count_fact('audio_facts', 'album_artist'),
  count_fact('book_facts', 'language'), count_fact('book_facts', 'publisher'),
  count_fact('image_facts', 'camera'), count_fact('image_facts', 'lens');
