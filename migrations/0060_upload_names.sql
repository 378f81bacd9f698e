-- why: a killed upload can leave an empty file under its final name on a disk without hard links; the sweep needs that name
-- breaking: no
alter table uploads add column name_bytes bytea;
