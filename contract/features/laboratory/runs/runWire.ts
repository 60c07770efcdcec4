/** A line of a run as the screen shows it. */
export interface RunLine {
  /** File of the line; null in a run of one file. */
  readonly fileName: string | null;
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

/** A row of an open record that a person may choose for a parked line. */
export interface RunTarget {
  readonly row: number;
  readonly sampleNo: string;
  readonly isParallel: boolean;
  readonly hazardName: string;
  readonly sheetNo: string;
  /** Readings of the row by key, those that are filled with their value. */
  readonly readings: readonly { readonly key: string; readonly held: string | null }[];
}

/** Answer of `GET api/labRun/read/:id`. */
export interface RunRead {
  readonly written: boolean;
  /** Label of the profile; null where no profile knows the file. */
  readonly profile: string | null;
  /** Why nothing was read. */
  readonly problem: string | null;
  /** A file is unknown: a person shows how it is read. */
  readonly unknown: boolean;
  readonly lines: readonly RunLine[];
  /** Rows for parked lines; empty once the run is written. */
  readonly targets: readonly RunTarget[];
}

/** A component of a run with the curve that its standards give. */
export interface RunCurve {
  readonly method: number;
  readonly methodTitle: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly unit: string;
  readonly points: readonly { readonly x: string; readonly responses: readonly string[] }[];
  /** Correlation coefficient as judged; null without a fit. */
  readonly r: string | null;
  readonly equation: string | null;
  readonly accepted: boolean;
  /** Findings of the fit, and why levels are missing. */
  readonly findings: readonly string[];
  /** Drift: content found at each mid-point against its theory. */
  readonly midpoints: readonly {
    readonly name: string;
    readonly theory: string;
    readonly found: string | null;
    /** %, with the sign. */
    readonly deviation: string | null;
    readonly passes: boolean;
  }[];
  /** The curve that was made of it. */
  readonly made: { readonly id: number; readonly curveNo: string } | null;
}

/** Answer of `GET api/labRun/curves/:id`. */
export interface RunCurves {
  /** Why the files were not read. */
  readonly problem: string | null;
  readonly curves: readonly RunCurve[];
}

/** The beginning of a run's file, from which a person shows how it is read. Answer of `GET api/labRun/raw/:id`. */
export interface RunRaw {
  readonly fileName: string;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}
