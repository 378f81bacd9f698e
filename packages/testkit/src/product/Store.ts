import type { Registry } from "@media/event-store/EventRegistry"
import type * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { storeLayer, type StoreServices } from "../StoreLayer.ts"

/** Runs a command on the database of a running product. */
export const onStore = async <A, E>(
  url: string,
  command: Effect.Effect<A, E, StoreServices>,
  slices?: Registry
): Promise<A> => {
  const runtime = ManagedRuntime.make(storeLayer(url, slices))
  try {
    return await runtime.runPromise(command)
  } finally {
    await runtime.dispose()
  }
}
