import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { FileUnopenable } from "@media/kernel/HeldFile"

/** Returns the job failure for a file that cannot be opened. */
export const unopenable = ({ code, reason }: FileUnopenable) => {
  if (code === "not-found")
    return new PermanentFailure({
      message: "The file no longer exists. The next scan will mark it as missing."
    })
  return code === "outside-root" || code === "not-a-file"
    ? new PermanentFailure({ message: reason })
    : new RetryableFailure({ message: reason })
}
