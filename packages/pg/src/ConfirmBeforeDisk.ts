/**
 * An SQL expression for statements whose loss in a power failure would not matter. If a statement selects this
 * expression, its transaction commits without waiting for the disk. (A busy disk may take seconds to write.) Readers
 * see the change immediately, and transactions keep their order. PostgreSQL writes the transaction within three times
 * `wal_writer_delay` (0.6 s).
 */
export const CONFIRM_BEFORE_DISK = "set_config('synchronous_commit', 'off', true)"
