/**
 * The version of the code that reads books. It is stored with each book. After an upgrade to a version with a different
 * number, all books are read again. If the code reads more data or different data from existing files, increase the
 * number.
 * - 1: reads series and numbers from ComicInfo's volume and from more file names, XMP metadata of PDFs, and covers from
 *   the first page.
 * - 2: reads pages in HEIC and JPEG XL, and EPUB files that contain file names in other encodings.
 */
export const READING = 2
