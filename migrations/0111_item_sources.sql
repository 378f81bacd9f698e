-- why: each field of an item has one value per source, and the source of the highest precedence is shown
-- breaking: no

-- Only items with values from sources other than their file names have a row.
create table item_sources (
  item_id uuid primary key,
  -- Values keyed by field and source: {"title": {"user": {"value": "Heat", "at": "2026-01-01T00:00:00.000Z", "by":
  -- "..."}}}.
  stated  jsonb not null,
  -- The value of each field that takes precedence.
  shown   jsonb not null
);

-- Imports edits from before this table existed. The value that the first edit replaced is imported as the value from
-- the file name.
with edits as (
  select e.stream_id as item_id, c ->> 'field' as field, c -> 'from' as replaced, c -> 'to' as value, e.at,
         e.meta ->> 'actor' as by, e.version
  from events e cross join lateral jsonb_array_elements(e.data -> 'changes') c
  where e.type = 'item.edited.v1' and c ->> 'field' in ('title', 'date', 'details')
), fields as (
  select distinct on (item_id, field) item_id, field, value, at, by,
         first_value(replaced) over (partition by item_id, field order by version) as replaced,
         first_value(at) over (partition by item_id, field order by version) as replaced_at
  from edits order by item_id, field, version desc
), told as (
  select f.item_id,
    jsonb_object_agg(f.field, jsonb_build_object('user', jsonb_strip_nulls(jsonb_build_object('at', to_char(f.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', f.by))
        || jsonb_build_object('value', f.value))
      || case when f.replaced = 'null' then '{}' else jsonb_build_object('name',
        jsonb_build_object('value', f.replaced, 'at', to_char(f.replaced_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end) as stated,
    jsonb_object_agg(f.field, f.value) as shown
  from fields f join items v on v.id = f.item_id group by f.item_id
)
insert into item_sources (item_id, stated, shown) select item_id, stated, shown from told;

-- Performers, studios and tags that users added before this table existed are locked.
with given as (
  select r.item_id, case r.relation when 'tag' then 'tags' when 'performer' then 'performers' else 'studio' end as field,
    case r.relation when 'tag' then jsonb_agg(to_jsonb(e.name) order by r.ordinal)
      when 'performer' then jsonb_agg(coalesce(jsonb_strip_nulls(r.credit), '{}') || jsonb_build_object('name', e.name) order by r.ordinal)
      else (jsonb_agg(to_jsonb(e.name))) -> 0 end as value,
    to_char(max(r.at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from item_relations r join related_entities e on e.id = r.entity_id
  where r.source = 'user' group by r.item_id, r.relation
), told as (
  select item_id, jsonb_object_agg(field, jsonb_build_object('user', jsonb_build_object('value', value, 'at', at))) as stated,
    jsonb_object_agg(field, value) as shown
  from given group by item_id
)
insert into item_sources as s (item_id, stated, shown)
  select v.id, jsonb_build_object('title', jsonb_build_object('name', jsonb_build_object('value', v.title,
      'at', to_char(v.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))) || t.stated,
    jsonb_build_object('title', v.title) || t.shown
  from told t join items v on v.id = t.item_id
on conflict (item_id) do update set stated = s.stated || (excluded.stated - 'title'), shown = s.shown || (excluded.shown - 'title');
