import { storeLayer } from "@media/testkit/TestServer"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

/** Runs a command on the database of a running product. */
export const onStore = async <A, E>(
  url: string,
  command: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof storeLayer>>>
): Promise<A> => {
  const runtime = ManagedRuntime.make(storeLayer(url))
  try {
    return await runtime.runPromise(command)
  } finally {
    await runtime.dispose()
  }
}
