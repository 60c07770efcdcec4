// What the SQL monitor and the server say to each other (PRODUCT §3, /system/monitor).

/** One kind of statement, whatever values it was sent with. Times in ms. */
export interface StatementFigures {
  /** Normalised: no values in it. */
  sql: string;
  count: number;
  mean: number;
  max: number;
  total: number;
  rows: number;
  errors: number;
  /** The database's code of the last failure (SQLSTATE), never its text, which may hold values. */
  lastError: string | null;
  lastTime: string;
}

export interface SlowStatement {
  sql: string;
  time: string;
  ms: number;
  rows: number;
  error: string | null;
}

export interface ConnectionFigures {
  /** Of the pool; the embedded database has one. */
  most: number;
  open: number;
  idle: number;
  /** Calls that wait for a connection. */
  waiting: number;
}

export interface ProcessFigures {
  version: string;
  node: string;
  pid: number;
  /** s */
  uptime: number;
  /** bytes */
  memory: { rss: number; heapUsed: number; heapTotal: number; external: number };
  /** ms, since the last reset */
  eventLoopDelay: { mean: number; p99: number; max: number };
  /** Share of one core since the last reset, 0 to 1 and above. */
  cpu: number;
}

export interface MonitorFigures {
  database: 'pglite' | 'postgres';
  /** Since when is counted: the start of the process or the last reset. */
  since: string;
  process: ProcessFigures;
  connections: ConnectionFigures;
  totals: { count: number; ms: number; rows: number; errors: number };
  /** ms; what takes as long is on the slow list. */
  slowFrom: number;
  statements: StatementFigures[];
  slow: SlowStatement[];
  /** Kinds of statements that found no room any more. */
  dropped: number;
}

/** A call as it was answered; `path` is the route's, with its parameters' names. */
export interface RequestLine {
  time: string;
  method: string;
  path: string;
  status: number;
  /** ms */
  ms: number;
  requestId: string;
}

export interface JobLine {
  key: string;
  title: string;
  /** Null: not yet since it is kept. */
  last: { time: string; failed: boolean } | null;
  /** Null: whenever there is something to do. */
  next: string | null;
}

/** `GET api/monitor/state`: how the installation is, whatever the database is asked. */
export interface StateFigures {
  /** Since the start of the process or the last reset. `refused`: 4xx, `failed`: 5xx. */
  requests: {
    total: number;
    refused: number;
    failed: number;
    slowest: RequestLine[];
    recentFailures: RequestLine[];
    since: string;
  };
  /** bytes of the data directory's disk; null where it does not say. */
  disk: { free: number; total: number } | null;
  /** `configured`: BACKUP_DIR is set; `last`: the newest that went well, `hours` ago. */
  backup: { configured: boolean; last: { time: string; hours: number } | null };
  jobs: JobLine[];
}
