import { audioFacts, probeFacts, videoFacts } from "@media/media-tools/hls/TestFacts"
import { expect, it } from "vitest"
import { directPlayable } from "./directPlay.ts"

it.each([
  ["h264", "High", "avc1.640028"],
  ["h264", "High 4:2:2", "avc1.7a0028"],
  ["h264", "High 4:4:4 Predictive", "avc1.f40028"],
  ["hevc", "Main", "hvc1.1.6.L120.90"],
  ["hevc", "Main 10", "hvc1.2.4.L120.90"]
])("includes the profile of %s %s in the MIME type", (codec, profile, name) => {
  const facts = probeFacts({}, [videoFacts({ codec, profile }), audioFacts()])
  expect(directPlayable(facts).mimeType).toBe(`video/mp4; codecs="${name}, mp4a.40.2"`)
})
