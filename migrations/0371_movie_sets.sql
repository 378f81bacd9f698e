-- why: the list of movies may show sets instead of their movies, and the page of a movie looks up the other movies of its set
-- breaking: no

create index item_sources_set on item_sources ((shown -> 'set' ->> 'name')) where shown -> 'set' ->> 'name' is not null;
