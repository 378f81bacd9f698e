import { runService } from "@media/kernel/RunService"
import { worker } from "./WorkerLive.ts"

runService(worker)
