/**
 * The version of the code that reads books, stored with each book. After an upgrade with another number, every book is
 * read again. Increase it whenever more or other data is read from existing files. 1: series and numbers from
 * ComicInfo's volume and more names; XMP of PDF; covers from the first page. 2: pages in HEIC and JPEG XL; files of an
 * EPUB whatever the encoding of their names.
 */
export const READING = 2
