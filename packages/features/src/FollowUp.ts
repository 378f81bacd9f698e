import type { Enqueue } from "@media/jobs/Enqueue"
import type { QueueName } from "@media/jobs/QueueDef"
import type { ItemKind } from "./ItemKind.ts"
import type { Settings } from "./platform/settings/contract.ts"

/** An item that was just examined. */
export interface ExaminedItem {
  readonly id: string
  readonly kind: ItemKind
  /** The label that administrators see: the path of the file relative to its root. */
  readonly label: string
  readonly libraryId: string
  /** The queue whose job examined the item. */
  readonly triggeredBy: QueueName
}

/** The jobs that a slice queues after an item was examined. A slice registers them in `followUps` of its manifest. */
export interface FollowUp {
  /** The queues whose examinations trigger these jobs. */
  readonly after: ReadonlyArray<QueueName>
  readonly jobs: (item: ExaminedItem, settings: Settings) => ReadonlyArray<Enqueue>
}
