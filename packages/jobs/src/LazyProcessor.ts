import * as Effect from "effect/Effect"
import type { Processor } from "./Processor.ts"
import type { QueueName } from "./QueueDef.ts"

/** A processor that is loaded by the first job of its queue: an idle worker does not contain its code. */
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
