// Types of the calls between SQL monitor and server (PRODUCT §3, /system/monitor).

/** One kind of statement, whatever its values. Times in ms. */
export interface StatementFigures {
  /** Number of the statement; it does not change while the process runs. */
  id: number;
  /** Normalised, without values. */
  sql: string;
  count: number;
  mean: number;
  max: number;
  total: number;
  rows: number;
  errors: number;
  /** SQLSTATE of the last failure; the message is not kept, because it may contain values. */
  lastError: string | null;
  lastTime: string;
}

export interface SlowStatement {
  id: number;
  sql: string;
  time: string;
  ms: number;
  rows: number;
  error: string | null;
}

export interface ConnectionFigures {
  /** Size of the pool; 1 for the embedded database. */
  most: number;
  open: number;
  idle: number;
  /** Calls waiting for a connection. */
  waiting: number;
}

export interface ProcessFigures {
  version: string;
  node: string;
  pid: number;
  /** s. */
  uptime: number;
  /** Bytes. */
  memory: { rss: number; heapUsed: number; heapTotal: number; external: number };
  /** ms, since the last reset. */
  eventLoopDelay: { mean: number; p99: number; max: number };
  /** Share of one core since the last reset; above 1 for several cores. */
  cpu: number;
}

export interface MonitorFigures {
  database: 'pglite' | 'postgres';
  /** Start of counting: the start of the process or the last reset. */
  since: string;
  process: ProcessFigures;
  connections: ConnectionFigures;
  totals: { count: number; ms: number; rows: number; errors: number };
  /** ms; a statement that takes this long is listed as slow. */
  slowFrom: number;
  /** Number of kinds of statements. */
  kinds: number;
  /** Kinds of statements that were dropped because the table was full. */
  dropped: number;
}

/** An answered call; `path` is the route's, with parameter names. */
export interface RequestLine {
  time: string;
  method: string;
  path: string;
  status: number;
  /** ms. */
  ms: number;
  requestId: string;
}

export interface JobLine {
  key: string;
  title: string;
  /** Null where the job has not run since the log is kept. */
  last: { time: string; failed: boolean } | null;
  /** Null for a job that runs whenever there is work. */
  next: string | null;
}

/** Answer of `GET api/monitor/state`: state of the installation, available even without the database. */
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
  /** Bytes on the data directory's disk; null where unknown. */
  disk: { free: number; total: number } | null;
  /** `configured`: BACKUP_DIR is set; `last`: the newest successful backup, `hours` ago. */
  backup: { configured: boolean; last: { time: string; hours: number } | null };
  jobs: JobLine[];
}
