/** A line of a run as displayed. */
export interface RunLine {
  /** Name of the file; null in a run with one file. */
  readonly fileName: string | null;
  readonly line: number;
  readonly sampleName: string | null;
  readonly component: string | null;
  readonly quantity: string | null;
  readonly value: string | null;
  readonly unit: string | null;
  readonly replicate: string | null;
  readonly state: 'matched' | 'check' | 'parked' | 'ignored';
  readonly sheet: number | null;
  readonly sheetNo: string | null;
  readonly currentValue: string | null;
  readonly reason: string | null;
}

/** A row of an open record that a person may choose for a parked line. */
export interface RunTarget {
  readonly row: number;
  readonly sampleNo: string;
  readonly isParallel: boolean;
  readonly hazardName: string;
  readonly sheetNo: string;
  /** Readings of the row by key, each with its value if it is filled. */
  readonly readings: readonly { readonly key: string; readonly currentValue: string | null }[];
}

/** Answer of `GET api/labRun/read/:id`. */
export interface RunRead {
  readonly written: boolean;
  /** Label of the profile; null where no profile knows the file. */
  readonly profile: string | null;
  /** Reason why nothing was read. */
  readonly problem: string | null;
  /** The kind of a file is unknown, so a person has to define how to read it. */
  readonly unknown: boolean;
  readonly lines: readonly RunLine[];
  /** Rows for parked lines; empty after the run was written to the records. */
  readonly targets: readonly RunTarget[];
}

/** A component of a run with the curve from its standards. */
export interface RunCurve {
  readonly method: number;
  readonly methodTitle: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly unit: string;
  readonly points: readonly { readonly x: string; readonly responses: readonly string[] }[];
  /** Correlation coefficient that is judged; null without a fit. */
  readonly r: string | null;
  readonly equation: string | null;
  readonly accepted: boolean;
  /** Findings of the fit, and reasons for missing levels. */
  readonly findings: readonly string[];
  /** Drift: content found at each mid-point, compared with its theoretical value. */
  readonly midpoints: readonly {
    readonly name: string;
    readonly theoreticalContent: string;
    readonly foundContent: string | null;
    /** Deviation, %, with sign. */
    readonly deviation: string | null;
    readonly passes: boolean;
  }[];
  /** Curve that was created from it. */
  readonly createdCurve: {
    readonly id: number;
    readonly curveNo: string;
    readonly version: number;
    readonly state: string;
  } | null;
}

/** Answer of `GET api/labRun/curves/:id`. */
export interface RunCurves {
  /** Reason why the files were not read. */
  readonly problem: string | null;
  readonly curves: readonly RunCurve[];
}

/** Beginning of a run's file, with which a person defines how to read it. Answer of `GET api/labRun/raw/:id`. */
export interface RunRaw {
  readonly fileName: string;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}
