-- why: authors of books as entities, which users can edit, merge and picture like performers
-- breaking: yes

alter type related_kind add value 'author';
alter type item_relation add value 'author';

-- Items that an earlier version recorded without relations. A worker task relates them to the entities in their sources
-- and deletes the rows. `relation` is text, because a new enum value cannot be used before the commit.
create table items_to_relate (
  item_id  uuid not null,
  relation text not null,
  primary key (item_id, relation)
);
insert into items_to_relate (item_id, relation) select distinct item_id, 'author' from book_authors;

-- The authors that the files of books name, as the projection would store them.
with told as (
  select a.item_id, v.updated_at, jsonb_agg(jsonb_build_object('name', a.name, 'role', a.role) order by a.ordinal) as authors
  from book_authors a join items v on v.id = a.item_id group by a.item_id, v.updated_at
)
update item_sources s set
  stated = s.stated || jsonb_build_object('authors', jsonb_build_object('tags', jsonb_build_object('value', t.authors,
    'at', to_char(t.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))),
  shown = s.shown || jsonb_build_object('authors', t.authors)
from told t where t.item_id = s.item_id;

drop table book_authors;
