/**
 * The way in which a book is read; kept with each book that was. Another number, and every book is read again after an
 * upgrade: whenever more or something else is read of the files that are there.
 *
 * 1: series and numbers by ComicInfo's volume and more names; XMP of PDF; covers by a first page.
 * 2: pages of HEIC and JPEG XL; files of an EPUB however their names were packed.
 */
export const READING = 2
