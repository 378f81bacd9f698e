import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { FileUnopenable } from "@media/kernel/HeldFile"

/** How a job handles a file that it cannot open. */
export const unopenable = ({ code, reason }: FileUnopenable) => {
  if (code === "not-found")
    return new PermanentFailure({ message: "The file is no longer there; the next scan will notice" })
  return code === "outside-root" || code === "not-a-file"
    ? new PermanentFailure({ message: reason })
    : new RetryableFailure({ message: reason })
}
