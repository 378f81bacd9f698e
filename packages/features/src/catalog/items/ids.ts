/** The library id of items in the trash. No library has this id, so no list shows these items. */
export const TRASH_LIBRARY = "00000000-0000-7000-8000-000000000001"

/** The trash folder below each root. The folder is hidden, so scans skip it. */
export const TRASH_FOLDER = ".media-trash"

/** Number of days for which removed items can be restored. */
export const KEPT_DAYS = 30

/**
 * The scan result for a file whose item was removed while the file was kept. The result applies as long as the file is
 * unchanged.
 */
export const REMOVED_BY_HAND = "It was removed from the library; the file was kept"
