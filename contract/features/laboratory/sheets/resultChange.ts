/**
 * `GET api/labSheet/resultChanges/:id`: a result that became another one without anybody typing a reading of its
 * record.
 */
export interface ResultChange {
  readonly id: number;
  readonly sampleNo: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
  readonly person: string | null;
  readonly before: string | null;
  /** Null where nothing can be calculated any more; `problem` says why. */
  readonly after: string | null;
  readonly problem: string | null;
  readonly cause: string;
}
