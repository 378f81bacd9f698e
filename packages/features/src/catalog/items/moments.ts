/** The time at which an image without a camera time was taken, and its source, for a row `f` with its path and time. */
export const momentOfFile = "coalesce(moment_of_name(f.path), moment_of_file(f.mtime_ms))"
export const momentFromFile =
  "(case when moment_of_name(f.path) is null then 'file' else 'name' end)::moment_source"

/** Path and time of the file of the item of a row, or of its entry in an archive. */
export const fileOf = (row: string): string => `(
  select path, mtime_ms from item_files where item_id = ${row}.id
  union all
  select e.name, a.mtime_ms from archive_entries e join item_files a on a.item_id = e.archive_id where e.item_id = ${row}.id)`
