/** A line of a run as the screen shows it. */
export interface RunLine {
  readonly line: number;
  readonly sampleName: string | null;
  readonly component: string | null;
  readonly quantity: string | null;
  readonly value: string | null;
  readonly unit: string | null;
  readonly replicate: string | null;
  readonly state: 'matched' | 'parked' | 'ignored';
  readonly sheet: number | null;
  readonly sheetNo: string | null;
  readonly held: string | null;
  readonly reason: string | null;
}

/** Answer of `GET api/labRun/read/:id`. */
export interface RunRead {
  readonly written: boolean;
  /** Label of the profile; null where no profile knows the file. */
  readonly profile: string | null;
  /** Why nothing was read. */
  readonly problem: string | null;
  readonly lines: readonly RunLine[];
}
