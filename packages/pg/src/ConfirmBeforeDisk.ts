/**
 * Select this expression in a statement whose loss in a power failure would not matter. Its transaction is then
 * confirmed before it is on the disk, which a busy disk may delay by seconds. Readers see the change immediately, and
 * the order of transactions is kept. PostgreSQL writes it within three times `wal_writer_delay` (0.6 s).
 */
export const CONFIRM_BEFORE_DISK = "set_config('synchronous_commit', 'off', true)"
