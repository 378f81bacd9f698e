-- why: the list of movies may leave out those of sets and show the sets instead, and looks up the other movies of each set
-- breaking: no

create index item_sources_set on item_sources ((shown -> 'set' ->> 'name')) where shown -> 'set' ->> 'name' is not null;
