/**
 * Answer of `GET api/labSheet/resultChanges/:id`: a result that changed through a recalculation, or because readings
 * were edited after the record was signed.
 */
export interface ResultChange {
  readonly id: number;
  readonly sampleNo: string;
  /** Time of the change, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly person: string | null;
  readonly before: string | null;
  /** Result after the change; null where it can no longer be calculated. `problem` is the reason. */
  readonly after: string | null;
  readonly problem: string | null;
  readonly cause: string;
}
