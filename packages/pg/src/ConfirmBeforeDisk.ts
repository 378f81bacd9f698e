/**
 * Select this expression in a statement whose loss in a power failure would not matter: its transaction is confirmed
 * before the disk has it, which a busy disk may delay by seconds. Readers see the change at once, and the order of
 * transactions is kept. PostgreSQL writes it out within three times `wal_writer_delay` (0.6 s).
 */
export const CONFIRM_BEFORE_DISK = "set_config('synchronous_commit', 'off', true)"
