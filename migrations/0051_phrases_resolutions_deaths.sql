-- why: a phrase of frequent words is looked up by how it begins; kept duplicates are listed until undone; a death whose cause is unclear is known
-- breaking: no

-- A number of 65,536 for the beginning of a phrase. A cue that has the same number for another one is sorted out by its words.
create function phrase_number(p_beginning text) returns smallint language sql immutable strict parallel safe
return ((hashtext(p_beginning) & 65535) - 32768)::smallint;

-- The beginnings of all phrases that begin in a cue (weight A): a word with the first letter, and with the first three, of the
-- next; two words with the first three letters of the third. `subtitles/text/Words.ts` asks for them so. Bound when it is
-- created (`return`): a copy of the database is restored without a search path.
create function phrase_numbers(p_words tsvector) returns smallint[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct n), '{}')
  from (
    select lexeme as a, lead(lexeme) over w as b, lead(lexeme, 2) over w as c, weight
    from unnest(p_words) t, unnest(t.positions, t.weights) as p(position, weight) window w as (order by position)
  ) as x, lateral (values
    (phrase_number(a || ' ' || left(b, 1))),
    (phrase_number(a || ' ' || left(b, 3))),
    (phrase_number(a || ' ' || b || ' ' || left(c, 3)))
  ) as v(n)
  where weight = 'A' and n is not null
);

alter table subtitle_cues add column phrases smallint[] not null generated always as (phrase_numbers(words)) stored;
create index subtitle_cues_phrases on subtitle_cues using gin (phrases);

-- Duplicates of which one was kept: those that were removed, each with the decision and, where a rule decided about many
-- groups, the first decision of all. Listed while the trash has them.
create table duplicate_removals (
  resolution_id uuid not null,
  item_id       uuid not null,
  batch_id      uuid not null,
  keep_id       uuid not null,
  at            timestamptz not null,
  resolved_by   uuid,
  primary key (resolution_id, item_id)
);
create index duplicate_removals_batch on duplicate_removals (batch_id);
create index duplicate_removals_item on duplicate_removals (item_id);

insert into duplicate_removals (resolution_id, item_id, batch_id, keep_id, at, resolved_by)
select e.stream_id, i.id, e.stream_id, (e.data->>'keepId')::uuid, e.at,
       case when e.meta->>'actor' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (e.meta->>'actor')::uuid end
from events e
  cross join lateral (select distinct r::uuid as id from jsonb_array_elements_text(e.data->'removedIds') r) one
  join items i on i.id = one.id
where e.type = 'duplicate.resolved.v1'
  and not exists (
    select from events u where u.stream_id = e.stream_id and u.type = 'duplicate.resolution-undone.v1')
  and not exists (
    select from events b where b.stream_id = one.id and b.type = 'item.restored.v1' and b.position > e.position);

-- When it died it had claims of which any may have been running: whatever else was running may be innocent.
alter table workers add column is_unclear boolean not null default false;
