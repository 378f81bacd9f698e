/**
 * SQL for images without a camera time. `momentOfFile` is the time at which the image was presumably taken.
 * `momentFromFile` is the source of this time: the file name or the modification time. `f` is a row with the columns
 * `path` and `mtime_ms`.
 */
export const momentOfFile = "coalesce(moment_of_name(f.path), moment_of_file(f.mtime_ms))"
export const momentFromFile =
  "(case when moment_of_name(f.path) is null then 'file' else 'name' end)::moment_source"

/**
 * Returns SQL for a row with the path and modification time of an item's file. For an archive entry, the row contains
 * the entry's name and the modification time of the archive.
 */
export const fileOf = (row: string): string => `(
  select path, mtime_ms from item_files where item_id = ${row}.id
  union all
  select e.name, a.mtime_ms from archive_entries e join item_files a on a.item_id = e.archive_id where e.item_id = ${row}.id)`
