import { request } from "@media/web-client/request"
import { apiContext } from "@/api"

/** Timeout of an upload in milliseconds. A large picture may take a minute over a slow connection. */
const UPLOAD_MS = 120_000

/** Uploads a picture in the form field `file`, and returns the response. */
export const uploadPicture = (path: string, file: File): Promise<unknown> => {
  const body = new FormData()
  body.set("file", file)
  return request(apiContext, "POST", path, { body, timeoutMs: UPLOAD_MS })
}
