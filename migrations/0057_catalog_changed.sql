-- why: the catalog of books keeps its pages until a table that they are made of is written; those of the topic `sources` are told by their own triggers
-- breaking: no
create trigger item_pictures_changed after insert or update or delete or truncate on item_pictures
  for each statement execute function notify_changed('catalog');
create trigger item_groups_changed after insert or update or delete or truncate on item_groups
  for each statement execute function notify_changed('catalog');
create trigger archive_entries_changed after insert or update or delete or truncate on archive_entries
  for each statement execute function notify_changed('catalog');
create trigger book_authors_changed after insert or update or delete or truncate on book_authors
  for each statement execute function notify_changed('catalog');
create trigger user_items_changed after insert or update or delete or truncate on user_items
  for each statement execute function notify_changed('catalog');
create trigger user_progress_changed after insert or update or delete or truncate on user_progress
  for each statement execute function notify_changed('catalog');
