import type { DeviceSession } from "@media/features/identity/accounts/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

export const nameOfDevice = (device: DeviceSession): string =>
  device.deviceName ?? device.client ?? translate(messages, "unknownDevice")
