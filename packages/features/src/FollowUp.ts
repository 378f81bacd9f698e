import type { Enqueue } from "@media/jobs/Enqueue"
import type { QueueName } from "@media/jobs/QueueDef"
import type { ItemKind } from "./ItemKind.ts"
import type { Settings } from "./platform/settings/contract.ts"

/** An item whose examination just finished. */
export interface ExaminedItem {
  readonly id: string
  readonly kind: ItemKind
  /** The label for operators: the path of the file below its root. */
  readonly label: string
  readonly libraryId: string
  /** The queue whose job examined it. */
  readonly triggeredBy: QueueName
}

/** The jobs that a slice needs after an examination. A manifest names them in `followUps`. */
export interface FollowUp {
  /** The queues whose examinations trigger them. */
  readonly after: ReadonlyArray<QueueName>
  readonly jobs: (item: ExaminedItem, settings: Settings) => ReadonlyArray<Enqueue>
}
