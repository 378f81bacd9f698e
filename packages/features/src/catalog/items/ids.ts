/** The library id of items in the trash. No such library exists, so no one sees its contents. */
export const TRASH_LIBRARY = "00000000-0000-7000-8000-000000000001"

/** The trash folder below each root. It is hidden, so scans skip it. */
export const TRASH_FOLDER = ".media-trash"

/** Number of days in which removed items can be restored. */
export const KEPT_DAYS = 30

/** The scan's reason for a file whose item was removed, as long as the file is unchanged. */
export const REMOVED_BY_HAND = "It was removed from the library; the file was kept"
