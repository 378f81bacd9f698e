import { expect, it } from "vitest"
import { isRecent, parseToolVersion } from "./ToolVersion.ts"

it.each([
  ["ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers", "5.1.9-0+deb12u1", true],
  ["ffmpeg version n8.0 Copyright (c) 2000-2025 the FFmpeg developers", "n8.0", true],
  ["ffmpeg version 4.3.6 Copyright (c) 2000-2023 the FFmpeg developers", "4.3.6", false],
  ["ffmpeg version 4.4 Copyright (c) 2000-2021 the FFmpeg developers", "4.4", true],
  [
    "ffmpeg version N-47683-g0e8eb07980-static https://x/  Copyright (c) 2000-2018 the FFmpeg developers",
    "N-47683-g0e8eb07980-static",
    false
  ],
  [
    "ffprobe version N-66595-gc2b38619c0-static https://x/  Copyright (c) 2007-2023 the FFmpeg developers",
    "N-66595-gc2b38619c0-static",
    true
  ]
])("parses the version from %s", (banner, text, isNew) => {
  const version = parseToolVersion(banner)!
  expect(version.text).toBe(text)
  expect(isRecent(version)).toBe(isNew)
})

it("rejects the output of another program", () => expect(parseToolVersion("bash 5.2")).toBeUndefined())
