const PACKET = 188
const SYNC = 0x47
/** Lowest PID of packets that may be scrambled. Program tables have lower PIDs. */
const FIRST_STREAM_PID = 0x20
/** Minimum number of packets that must be examined. Fewer packets prove nothing. */
const MIN_PACKETS = 16

/** True if most of a transport stream's first packets need a key (`transport_scrambling_control`). */
export const isScrambled = (head: Buffer): boolean => {
  let packets = 0
  let scrambled = 0
  for (let at = 0; at + PACKET <= head.length; at += PACKET) {
    if (head[at] !== SYNC) return false
    const pid = head.readUInt16BE(at + 1) & 0x1fff
    if (pid < FIRST_STREAM_PID || pid === 0x1fff) continue
    packets += 1
    if ((head[at + 3]! & 0xc0) !== 0) scrambled += 1
  }
  return packets >= MIN_PACKETS && scrambled > packets / 2
}
