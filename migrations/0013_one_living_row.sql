-- why: a file has one living row; records of a scan say what they are about, folders and links as well
-- breaking: no

-- Rows of one file that an earlier scan registered twice: the one that the scan's record names stays, or comes back when
-- its file does. Where none is named (the record forgot), the newest stays.
update videos v set status = 'missing'
from (
  select o.id, f.entity_id,
         row_number() over (partition by o.root_id, o.path_bytes order by f.entity_id = o.id desc nulls last, o.id desc) as n
  from videos o
  left join (scanned_files f join videos e on e.id = f.entity_id)
    on f.root_id = o.root_id and f.path_hash = substr(sha256(o.path_bytes), 1, 16)
  where o.status <> 'missing'
) x
where v.id = x.id and (x.n > 1 or x.entity_id <> v.id);

-- The same 16 bytes as scanned_files.path_hash.
create unique index videos_living_place on videos (root_id, substr(sha256(path_bytes), 1, 16))
  where status <> 'missing';

alter table scanned_files add column kind text not null default 'file';
alter table scanned_files add constraint scanned_files_kind check (kind in ('file', 'folder', 'link', 'other'));

-- The entries of a folder, page by page.
drop index scanned_files_folder;
create index scanned_files_folder on scanned_files (root_id, folder_hash, path_hash);
