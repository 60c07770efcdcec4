/**
 * One sentence of the specification in our words, and the tests that prove it: file below tests/ without its ending,
 * and a part of a
 * title as it is written there.
 */
export type Requirement = readonly [text: string, ...proofs: string[]];

export interface Section {
  /** Of SPEC.md. */
  readonly number: number;
  readonly title: string;
  readonly requirements: readonly Requirement[];
}
