"""Makes a library of calibre with as many books as the measurement seeds: `calibre-debug -e THIS -- FOLDER COUNT`."""

import io
import sys

from calibre.ebooks.metadata.book.base import Metadata
from calibre.library import db

folder, count = sys.argv[1], int(sys.argv[2])
library = db(folder).new_api
for n in range(count):
    book = Metadata(f"The Book {n:05}", [f"Author {n % 997}"])
    book.series, book.series_index = f"Series {n % 499}", n % 20
    book.languages, book.publisher = ["eng"], "Publisher"
    made = library.create_book_entry(book, add_duplicates=True)
    library.add_format(made, "EPUB", io.BytesIO(b"no book"), run_hooks=False)
library.close()
