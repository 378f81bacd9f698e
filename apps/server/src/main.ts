import { runService } from "@media/kernel/RunService"
import { server } from "./ServerLive.ts"

runService(server)
