/**
 * The version of reading books, stored with each book. After an upgrade with another number, every book is read again;
 * increase it whenever more or other data is read from existing files.
 * 1: series and numbers by ComicInfo's volume and more names; XMP of PDF; covers by a first page. 2: pages of HEIC and
 * JPEG XL; files of an EPUB however their names were packed.
 */
export const READING = 2
