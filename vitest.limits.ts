/**
 * Time limits of every project, and the length of values in messages. The limits exist only to end a test that hangs.
 * Even a machine that is ten times slower than a developer's machine must stay below them, because a timeout on a slow
 * machine says nothing about the product. Background encoding has the lowest priority, so on a machine whose cores are
 * busy with other programs, it gets about a fiftieth of a core.
 */
export const timeLimits = {
  testTimeout: 900_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Chai abbreviates values of more than 40 characters, so a failure in CI would not show which element is unexpected.
  chaiConfig: { truncateThreshold: 4_000 }
}
