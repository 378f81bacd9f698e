/** The library of items in the trash. It does not exist, so no one sees its contents. */
export const TRASH_LIBRARY = "00000000-0000-7000-8000-000000000001"

/** Below each root. Hidden: scans leave it out. */
export const TRASH_FOLDER = ".media-trash"

/** The number of days in which removed items can be restored. */
export const KEPT_DAYS = 30

/** The scan's reason for a file whose item was removed, as long as the file is unchanged. */
export const REMOVED_BY_HAND = "It was removed from the library; the file was kept"
