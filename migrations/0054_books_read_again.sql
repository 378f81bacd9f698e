-- why: a book that an earlier version read is read again once a newer one reads more of it
-- breaking: no

-- Of the way in which a version reads books; 0: of one before there was a number.
alter table book_documents add column reading int not null default 0;
