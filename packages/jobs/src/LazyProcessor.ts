import * as Effect from "effect/Effect"
import type { Processor } from "./Processor.ts"
import type { QueueName } from "./QueueDef.ts"

/**
 * Returns a processor whose code is loaded when the first job of its queue starts, so that an idle worker does not load
 * the code. If `mostAtOnce` is given, jobs run in groups of at most this size.
 */
export const lazyProcessor = <R>(
  queue: QueueName,
  load: () => Promise<Processor<R>>,
  mostAtOnce?: number
): Processor<R> => {
  const loaded = Effect.promise(load)
  return {
    queue,
    run: (payload, context) => Effect.flatMap(loaded, ({ run }) => run(payload, context)),
    ...(mostAtOnce === undefined
      ? {}
      : {
          group: {
            most: mostAtOnce,
            run: (jobs) => Effect.flatMap(loaded, ({ group }) => group!.run(jobs))
          }
        })
  }
}
