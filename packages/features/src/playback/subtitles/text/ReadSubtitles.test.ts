import { startCpuClock } from "@media/testkit/CpuClock"
import { seeded } from "@media/jobs/testing/Random"
import { describe, expect, it } from "vitest"
import { LAST_MS, MOST_CUES, MOST_TEXT } from "./Cue.ts"
import { decodeText } from "./DecodeText.ts"
import { readAss } from "./ReadAss.ts"
import { readSrt } from "./ReadSrt.ts"
import { readSubtitles, type TextFormat } from "./ReadSubtitles.ts"
import { readVtt } from "./ReadVtt.ts"
import { writeVtt } from "./WriteVtt.ts"

const plain = (text: string) => readSrt(text).map(({ endMs, startMs, text }) => [startMs, endMs, text])
const inCue = (text: string) => readSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)[0]

describe("real-world SubRip", () => {
  it("reads cues without numbers, blank lines or valid times", () => {
    const text =
      "\ufeff1\r\n00:00:01,5 --> 00:00:02,000  X1:1 X2:2\r\nOne\r\n2\r\n0:00:03.000 -> 0:00:04.000\r\nTwo\r\n\r\nstill two\r\n\r\n7\r\n00:05 --> 00:06,250\r\nThree\r\n42"
    expect(plain(text)).toEqual([
      [1_500, 2_000, "One"],
      [3_000, 4_000, "Two\nstill two"],
      [5_000, 6_250, "Three\n42"]
    ])
  })

  it("sorts cues by time and drops cues without duration or text", () => {
    const text =
      "1\n00:00:09,000 --> 00:00:10,000\nB\n\n2\n00:00:01,000 --> 00:00:02,000\nA\n\n3\n00:00:05,000 --> 00:00:04,000\nno\n\n4\n00:00:05,000 --> 00:00:06,000\n \n"
    expect(plain(text).map(([, , line]) => line)).toEqual(["A", "B"])
  })

  it("keeps only italics, bold text and positions", () => {
    expect(inCue('{\\an8}<font color="#f00"><I>Up</i></font> <b>there')).toEqual({
      startMs: 1_000,
      endMs: 2_000,
      text: "Up there",
      markup: "<i>Up</i> <b>there</b>",
      settings: "line:0"
    })
    expect(inCue("2 < 3 & 5 > 4 <3")).toMatchObject({ text: "2 < 3 & 5 > 4 <3", markup: null })
    expect(inCue("<b><i>a</b>b</i>c")).toMatchObject({ text: "abc", markup: "<b><i>a</i></b><i>b</i>c" })
  })
})

it("accepts CR CR LF as a single line break", () => {
  const cues = [
    [1_000, 2_000, "One"],
    [3_000, 4_000, "Two"]
  ]
  const srt = "1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n"
  expect(plain(srt.replaceAll("\n", "\r\r\n"))).toEqual(cues)
  const vtt = readVtt(`WEBVTT\n\n${srt.replaceAll(",", ".")}`.replaceAll("\n", "\r\r\n"))
  expect(vtt.map(({ endMs, startMs, text }) => [startMs, endMs, text])).toEqual(cues)
})

it("drops styles, notes and unknown settings of WebVTT", () => {
  const text =
    "WEBVTT - title\n\nSTYLE\n::cue { background: url(http://x) }\n\nNOTE\n00:00 is noted\n\nid\n00:01.000 --> 00:02.000 line:90%,end position:10% region:x align:middle size:500%\n<v.loud Ma&amp;ry><c.red>Hi</c> &lt;b&gt; <00:01.500>there</v>\n\n00:03.000 --> 00:04.000\nNext\n"
  expect(readVtt(text)).toEqual([
    {
      startMs: 1_000,
      endMs: 2_000,
      text: "Hi <b> there",
      markup: "<v Ma&amp;ry>Hi &lt;b&gt; there</v>",
      settings: "line:90% position:10% align:center"
    },
    { startMs: 3_000, endMs: 4_000, text: "Next", markup: null, settings: null }
  ])
})

it("reads ASS by its declared columns, without drawings", () => {
  const text = `[V4+ Styles]
Format: Name, Italic, Alignment
Style: Sign,-1,8
[Events]
Format: Start, End, Style, Text
Comment: 0:00:00.00,0:00:09.00,Sign,no
Dialogue: 0:00:01.50,0:00:02.00,Sign,One,\\Ntwo{\\r}\\hthree{\\i0} end
Dialogue: 0:00:01.50,0:00:02.00,Sign,One,\\Ntwo{\\r}\\hthree{\\i0} end
Dialogue: 0:00:03.00,0:00:04.00,None,{\\p1}m 0 0{\\p0}{\\a6}top
Dialogue: nonsense`
  expect(readAss(text)).toEqual([
    {
      startMs: 1_500,
      endMs: 2_000,
      text: "One,\ntwo\u00a0three end",
      markup: "<i>One,\ntwo\u00a0three</i> end",
      settings: "line:0"
    },
    { startMs: 3_000, endMs: 4_000, text: "top", markup: null, settings: "line:0" }
  ])
})

describe("detecting the encoding", () => {
  /** Encodes a string in a code page with one byte per character. */
  const inPage = (page: string, text: string): Buffer => {
    const letters = new TextDecoder(page).decode(Uint8Array.from({ length: 256 }, (_, n) => n))
    // See `DecodeText`: some versions of Node do not support windows-1252.
    return Buffer.from([...text].map((letter) => (letter === "’" ? 0x92 : letters.indexOf(letter))))
  }
  const russian = "Привет, мир! Как твои дела сегодня? Я тебя очень долго ждал у старого дома."
  const polish = "Zażółć gęślą jaźń, powiedział śpiący źrebak"
  it.each([
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${russian}`), null, russian],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${russian}`, "utf16le"), null, russian],
    ["UTF-16 without one", Buffer.from(`${polish}\n`.repeat(9), "utf16le"), null, `${polish}\n`.repeat(9)],
    ["UTF-16, the other way round", Buffer.from("\ufeffabc", "utf16le").swap16(), null, "abc"],
    ["windows-1251", inPage("windows-1251", `${russian}\n`.repeat(4)), null, `${russian}\n`.repeat(4)],
    ["KOI8-R", inPage("koi8-r", `${russian}\n`.repeat(4)), null, `${russian}\n`.repeat(4)],
    ["windows-1250 by its language", inPage("windows-1250", polish), "pl", polish],
    ["windows-1252", inPage("windows-1252", "Où est l’été, garçon ?"), null, "Où est l’été, garçon ?"],
    [
      "Shift_JIS",
      Buffer.from(
        "82b182f182c982bf82cd814190a28a4581428da193fa82cd82c682c482e097c782a293568b4382c582b782cb81420a8c4e82cc96bc914f82cd89bd82c68cbe82a482cc8148",
        "hex"
      ),
      null,
      "こんにちは、世界。今日はとても良い天気ですね。\n君の名前は何と言うの？"
    ],
    [
      "GBK",
      Buffer.from("c4e3bac3a3accac0bde7a1a3ced2c3c7bdf1ccecc8a5c4c4c0efa3bf", "hex"),
      null,
      "你好，世界。我们今天去哪里？"
    ]
  ])("detects %s", (_name, bytes, language, text) => {
    expect(decodeText(bytes, language).text).toBe(text)
  })

  it("detects UTF-8 even if the last character was truncated", () => {
    const bytes = Buffer.from("Привет, как дела? Всё хорошо, спасибо.\n".repeat(3))
    const { encoding, text } = decodeText(bytes.subarray(0, -3), "ru")
    expect(encoding).toBe("utf-8")
    expect(text).toContain("Всё хорошо, спасибо.")
  })
})

const formats: ReadonlyArray<TextFormat> = ["srt", "vtt", "ass", "ssa"]
/**
 * Checks that the WebVTT output contains only supported tags, that every tag is closed, and that no cue contains a
 * blank line or an arrow.
 */
const requireClean = (bytes: Buffer, named: TextFormat) => {
  const result = readSubtitles(bytes, named, null)
  if (result._tag === "Unreadable") return 0
  expect(result.cues.length).toBeLessThanOrEqual(MOST_CUES)
  let before = 0
  for (const cue of result.cues) {
    expect(cue.startMs).toBeGreaterThanOrEqual(before)
    expect(cue.endMs).toBeGreaterThan(cue.startMs)
    expect(cue.endMs).toBeLessThanOrEqual(LAST_MS)
    expect(cue.text.length).toBeLessThanOrEqual(MOST_TEXT)
    expect(cue.text.isWellFormed()).toBe(true)
    before = cue.startMs
  }
  const [head, ...blocks] = writeVtt(result.cues).trimEnd().split("\n\n")
  expect(head).toBe("WEBVTT")
  expect(blocks).toHaveLength(result.cues.length)
  for (const block of blocks) {
    const [timing, ...lines] = block.split("\n")
    expect(timing).toMatch(
      /^\d{2}:\d{2}:\d{2}\.\d{3} --> \d{2,3}:\d{2}:\d{2}\.\d{3}(?: (?:line|align|position|size|vertical):[-\w.%]+)*$/
    )
    const payload = lines.join("\n")
    expect(payload).not.toContain("-->")
    const open: Array<string> = []
    for (const [, slash, name] of payload.matchAll(/<(\/?)(i|b|u|ruby|rt|v(?: [^<>]*)?)>/g)) {
      if (slash === "/") expect(open.pop()).toBe(name)
      else open.push(name!.split(" ")[0]!)
    }
    expect(open).toEqual([])
    expect(payload.replace(/<\/?(i|b|u|ruby|rt|v(?: [^<>]*)?)>/g, "")).not.toMatch(/[<>]/)
  }
  return result.cues.length
}

describe("reading hostile subtitle files", () => {
  it.each([
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "<i".repeat(500),
    "<i>".repeat(5_000),
    "{\\".repeat(5_000),
    "&#x".repeat(5_000),
    "&#0;&#xd800;&#1114112;\u0000\ud800",
    "a\n\n00:00:05,000 --> x\n-->\n-- >",
    `<v ${"x".repeat(9_000)}>a`,
    "<<i>>a<</i>>",
    "\u2028\u0085\u000b\u000c"
  ])("sanitizes hostile text %#", (text) => {
    const cue = `1\n00:00:01,000 --> 00:00:02,000\n${text}\nend\n`
    for (const named of formats) requireClean(Buffer.from(named === "vtt" ? `WEBVTT\n\n${cue}` : cue), named)
    requireClean(
      Buffer.from(`[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,${text}end`),
      "ass"
    )
  })

  it("parses hostile files in linear time", () => {
    const cpu = startCpuClock()
    const line = "00:00:01,000 --> 00:00:02,000\n"
    for (const text of [
      line.repeat(200_000),
      `${line}${"x\n".repeat(2_000_000)}`,
      `${line}${"<".repeat(4_000_000)}`,
      `WEBVTT\n\n${" ".repeat(4_000_000)}-->`,
      "0:".repeat(2_000_000),
      `[Events]\nFormat: ${"a,".repeat(1_000_000)}\nDialogue: ${",".repeat(2_000_000)}`
    ])
      requireClean(Buffer.from(text), "srt")
    // Parsing all of these files takes about 2 s. A quadratic algorithm would take hours.
    expect(cpu()).toBeLessThan(60)
  })

  it("never fails, whatever bytes a file contains", () => {
    const random = seeded(7)
    const pieces = [
      ...[
        "1\n",
        "00:00:01,000 --> 00:00:02,500",
        "\n",
        "\n\n",
        "\r",
        "<i>",
        "</i>",
        "<b",
        ">",
        "{\\an8}",
        "{\\i1}"
      ],
      ...[
        "WEBVTT\n\n",
        "NOTE ",
        "[Events]\n",
        "Format: Start, End, Text\n",
        "Dialogue: ",
        "0:00:01.00,",
        "\\N"
      ],
      ...[
        "&amp;",
        "&",
        "<v A>",
        "<ruby>",
        "<rt>",
        "-->",
        "0:0:0",
        "99:99:99,999",
        "\u0000",
        "\ufeff",
        "é",
        "語",
        "a b"
      ],
      ...["line:0", " position:50%", "<00:00:01.000>", "</", "{\\p1}", "{\\r}"]
    ]
    let cues = 0
    for (let round = 0; round < 4_000; round += 1) {
      const parts = Array.from({ length: random.below(60) }, () => random.oneOf(pieces))
      const bytes = Buffer.from(parts.join(""))
      for (let n = random.below(4); n > 0 && bytes.length > 0; n -= 1)
        bytes[random.below(bytes.length)] = random.below(256)
      cues += requireClean(bytes, random.oneOf(formats))
    }
    expect(cues).toBeGreaterThan(50)
  })
})

it("reads thousands of empty lines quickly", () => {
  const cpu = startCpuClock()
  readSubtitles(Buffer.from(`a${"\n".repeat(4_000)}1${"\n".repeat(4_000)}b`), "srt", null)
  readSubtitles(Buffer.from(`1${" ".repeat(4_000)}b`), "srt", null)
  // A quadratic pattern took 20 s.
  expect(cpu()).toBeLessThan(5)
})

it("does not split surrogate pairs", () => {
  const cue = `1\n00:00:01,000 --> 00:00:02,000\n${"a".repeat(1_999)}\u{1f600}\n`
  const read = readSubtitles(Buffer.from(cue), "srt", null)
  expect(JSON.stringify(read)).not.toMatch(/\\ud[89a-f]/i)
  expect(read._tag === "Cues" && read.cues[0]!.text.isWellFormed()).toBe(true)
})
