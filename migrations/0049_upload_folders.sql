-- why: a folder that was made for an upload is removed with it, also after a kill
-- breaking: no

-- how many folders of the path, from its end, were not there when the upload began
alter table uploads add column made int not null default 0;
