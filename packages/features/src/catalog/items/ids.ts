/** The library that items in the trash lie in. It does not exist, and so no one sees what is in it. */
export const TRASH_LIBRARY = "00000000-0000-7000-8000-000000000001"

/** Below each root. Hidden: scans leave it out. */
export const TRASH_FOLDER = ".media-trash"

/** How long what was removed can be brought back. */
export const KEPT_DAYS = 30

/** What the scan says of a file whose item was removed, as long as the file stays as it is. */
export const REMOVED_BY_HAND = "It was removed from the library; the file was kept"
