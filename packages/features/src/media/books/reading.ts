/**
 * The version of the code that reads books. It is stored with each book. After an upgrade to a version with a different
 * number, all books are read again. Increase the number whenever more or different data is read from existing files.
 * 1: series and numbers from ComicInfo's volume and more names; XMP metadata of PDFs; covers from the first page.
 * 2: pages in HEIC and JPEG XL; EPUB files whose names are in other encodings.
 */
export const READING = 2
