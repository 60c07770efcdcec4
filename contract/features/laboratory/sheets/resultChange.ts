/** Answer of `GET api/labSheet/resultChanges/:id`: a result that changed without an edit of its record's readings. */
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
