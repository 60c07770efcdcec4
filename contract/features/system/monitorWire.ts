// Types of the calls between SQL monitor and server (PRODUCT §3, /system/monitor).

/** Figures of one kind of statement, regardless of its values. Times are in ms. */
export interface StatementFigures {
  /** Number of the statement, which does not change while the process runs. */
  id: number;
  /** Normalised statement, without values. */
  sql: string;
  count: number;
  mean: number;
  max: number;
  total: number;
  rows: number;
  errors: number;
  /** SQLSTATE of the last failure. The message is not stored, because it may contain values. */
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
  /** Maximum number of connections in the pool; 1 for the embedded database. */
  most: number;
  open: number;
  idle: number;
  /** Number of calls that wait for a connection. */
  waiting: number;
}

export interface ProcessFigures {
  version: string;
  node: string;
  /** Whether LibreOffice is installed, which makes PDFs of own layouts. */
  office: boolean;
  pid: number;
  /** Time since the start of the process, s. */
  uptime: number;
  /** Memory of the process, bytes. */
  memory: { rss: number; heapUsed: number; heapTotal: number; external: number };
  /** Delay of the event loop since the last reset, ms. */
  eventLoopDelay: { mean: number; p99: number; max: number };
  /** CPU time since the last reset as a share of one core; above 1 for several cores. */
  cpu: number;
}

export interface MonitorFigures {
  database: 'pglite' | 'postgres';
  /** Start of counting: the start of the process, or the last reset. */
  since: string;
  process: ProcessFigures;
  connections: ConnectionFigures;
  totals: { count: number; ms: number; rows: number; errors: number };
  /** Duration, ms, from which a statement is listed as slow. */
  slowFrom: number;
  /** Number of kinds of statements. */
  kinds: number;
  /** Number of kinds of statements that were dropped because the table was full. */
  dropped: number;
}

/** An answered call. `path` is the path of the route, with parameter names. */
export interface RequestLine {
  time: string;
  method: string;
  path: string;
  status: number;
  /** Duration of the call, ms. */
  ms: number;
  requestId: string;
}

export interface JobLine {
  key: string;
  title: string;
  /** Last run; null where the job has not run since the log exists. */
  last: { time: string; failed: boolean } | null;
  /** Time of the next run; null for a job that runs whenever there is work. */
  next: string | null;
}

/** Answer of `GET api/monitor/state`: state of the installation. It is available even without the database. */
export interface StateFigures {
  /** Calls since the start of the process or the last reset. `refused`: 4xx, `failed`: 5xx. */
  requests: {
    total: number;
    refused: number;
    failed: number;
    slowest: RequestLine[];
    recentFailures: RequestLine[];
    since: string;
  };
  /** Bytes of the disk with the data directory; null where unknown. */
  disk: { free: number; total: number } | null;
  /** Backup. `configured`: BACKUP_DIR is set. `last`: the newest successful backup, and its age in hours. */
  backup: { configured: boolean; last: { time: string; hours: number } | null };
  jobs: JobLine[];
}
