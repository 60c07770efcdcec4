/** A reason for each check that a batch of a chromatograph asks for: a record of a test has none of them. */
export const missingChecks = (reason: string): Record<string, string> => ({
  blank: reason,
  parallel: reason,
  spike: reason,
  control: reason,
});
