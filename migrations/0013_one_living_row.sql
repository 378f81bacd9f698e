-- why: a file has one living row; records of a scan say what they are about, folders and links as well
-- breaking: no

-- Rows of one file that an earlier scan registered twice: the one that the scan's record names stays.
update videos v set status = 'missing'
where v.status <> 'missing'
  and exists (select 1 from videos o where o.root_id = v.root_id and o.path_bytes = v.path_bytes and o.id <> v.id
                and o.status <> 'missing'
                and (exists (select 1 from scanned_files f where f.entity_id = o.id)
                       and not exists (select 1 from scanned_files f where f.entity_id = v.id)));

-- The same 16 bytes as scanned_files.path_hash.
create unique index videos_living_place on videos (root_id, substr(sha256(path_bytes), 1, 16))
  where status <> 'missing';

alter table scanned_files add column kind text not null default 'file';
alter table scanned_files add constraint scanned_files_kind check (kind in ('file', 'folder', 'link', 'other'));

-- The entries of a folder, page by page.
drop index scanned_files_folder;
create index scanned_files_folder on scanned_files (root_id, folder_hash, path_hash);
