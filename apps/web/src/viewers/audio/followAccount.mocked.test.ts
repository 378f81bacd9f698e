import { expect, it, vi } from "vitest"
import { lasting } from "@/lib/storage"
import { followAccount } from "./followAccount"
import { audioBar, listener, storedQueueKey } from "./shown"

const restore = vi.hoisted(() => vi.fn())
vi.mock("./show", () => ({ restore }))

it("replaces the queue with the queue of the account that signs in", async () => {
  const forget = (): void => lasting.drop(storedQueueKey(listener.value ?? ""))
  audioBar.value = { view: {}, close: forget }
  for (const account of ["ada", "ben"]) lasting.write(storedQueueKey(account), "kept")
  for (const account of ["ada", "ben"]) {
    followAccount(account)
    await vi.waitFor(() => expect(restore).toHaveBeenLastCalledWith(account), { timeout: 60_000 })
  }
  const kept = ["ada", "ben"].map((account) => lasting.read(storedQueueKey(account)))
  expect(kept).toEqual([null, "kept"])
})
