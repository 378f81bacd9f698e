/** A JSON body larger than this is refused with 413. */
export const maxJsonBytes = 1_048_576
