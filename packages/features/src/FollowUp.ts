import type { Enqueue } from "@media/jobs/Enqueue"
import type { QueueName } from "@media/jobs/QueueDef"
import type { ItemKind } from "./ItemKind.ts"
import type { Settings } from "./platform/settings/contract.ts"

/** An item whose file has just been examined, for example by the media probe. */
export interface ExaminedItem {
  readonly id: string
  readonly kind: ItemKind
  /** The label of the item's jobs that administrators see: the path of its file relative to the root folder. */
  readonly label: string
  readonly libraryId: string
  /** The queue whose job examined the item. */
  readonly triggeredBy: QueueName
}

/** Jobs that a slice queues after an item was examined. Slices register them in `followUps` of their manifest. */
export interface FollowUp {
  /** The follow-up jobs are queued after a job of one of these queues has examined the item. */
  readonly after: ReadonlyArray<QueueName>
  readonly jobs: (item: ExaminedItem, settings: Settings) => ReadonlyArray<Enqueue>
}
