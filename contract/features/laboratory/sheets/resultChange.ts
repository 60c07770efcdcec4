/**
 * Answer of `GET api/labSheet/resultChanges/:id`: a result that changed by recalculation, or by readings
 * that were edited after the record had been signed.
 */
export interface ResultChange {
  readonly id: number;
  readonly sampleNo: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
  readonly person: string | null;
  readonly before: string | null;
  /** Null where it can no longer be calculated; `problem` says why. */
  readonly after: string | null;
  readonly problem: string | null;
  readonly cause: string;
}
